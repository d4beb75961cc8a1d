/// Who may speak for a session.
enum SessionOwner: Equatable, Sendable {
  /// The page that presents these two: what only it knows, and its visitor's cookie.
  case page(token: String, visitor: String)
  /// A page that hasn't come yet: what it presents is what this proves.
  case awaited(proof: String)

  /// Whether a page that presents these is the one.
  func isPage(token: String, visitor: String) -> Bool {
    switch self {
    case .page(let own, let ownVisitor):
      RandomToken.isEqual(own, token) && RandomToken.isEqual(ownVisitor, visitor)
    case .awaited(let proof): SessionProof.isRight(proof, token: token, visitor: visitor)
    }
  }

  /// Whether a session with this proof in its recording is this owner's.
  func owns(_ proof: String) -> Bool {
    switch self {
    case .page(let token, let visitor): SessionProof.isRight(proof, token: token, visitor: visitor)
    case .awaited(let own): own == proof
    }
  }
}
