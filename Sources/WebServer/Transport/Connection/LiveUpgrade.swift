/// Where live sockets are opened, who may have one, and who serves it.
struct LiveUpgrade<Context: Sendable>: Sendable {
  let path: String
  let decide: @Sendable (UpgradeRequest) async -> UpgradeDecision<Context>
  let serve: @Sendable (LiveSocket, Context) async -> Void
}
