/// Routes that not everyone may follow.
///
/// ```swift
/// Only(if: { account.isSignedIn }, otherwise: { .signIn.asking("back", for: $0.text) }) {
///   Path.orders ~> { OrdersController() }
/// }
/// ```
///
/// The condition is asked each time someone goes there: by a link, by the history, or by the address. Whoever may not
/// is sent elsewhere, by a redirect on the first load, and in a live session with the address replaced; or is told so.
public struct Only {
  let routes: [ScreenRoute]

  /// Puts a condition on routes.
  ///
  /// - Parameters:
  ///   - condition: Who may see the screens. Asked from any thread.
  ///   - otherwise: Where to go instead of a path; `nil` for nowhere, which is told with the status 403.
  public init(
    if condition: @escaping @Sendable () -> Bool, otherwise: @escaping @Sendable (Path) -> Path? = { _ in nil },
    @RoutesBuilder _ routes: () -> [ScreenRoute]
  ) {
    self.init(ScreenRoute.Condition(isMet: condition, otherwise: otherwise), routes())
  }

  /// Puts a condition on routes that is the session's own, as whether its user has agreed to something.
  public init(
    if condition: SessionValue<Bool>, otherwise: @escaping @Sendable (Path) -> Path? = { _ in nil },
    @RoutesBuilder _ routes: () -> [ScreenRoute]
  ) {
    self.init(
      ScreenRoute.Condition(isMet: { condition.value }, otherwise: otherwise, value: condition), routes())
  }

  private init(_ condition: ScreenRoute.Condition, _ routes: [ScreenRoute]) {
    self.routes = routes.map { route in
      var route = route
      route.conditions.insert(condition, at: 0)
      return route
    }
  }
}
