/// Where live sockets are opened, who may have one, and who takes what comes on it.
struct LiveUpgrade<Context: Sendable>: Sendable {
  let path: String
  let decide: @Sendable (UpgradeRequest) async -> UpgradeDecision<Context>
  let sockets = OpenSockets()
  /// The long messages that are on their way.
  let longMessages: ConnectedAddresses
  let receive: @Sendable (LiveSocket, Context) -> any LiveReceiver
}
