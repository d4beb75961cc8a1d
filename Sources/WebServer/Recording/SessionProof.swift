/// What a page has to prove itself with after its server was away, as a session's recording has it.
enum SessionProof {
  /// The proof that a page gives with its token and its visitor's cookie. Neither can be got back from it.
  static func made(of token: String, visitor: String) -> String {
    SHA256.hexadecimal(of: "ghostlight page \(token) of \(visitor)")
  }

  static func isRight(_ proof: String, token: String, visitor: String) -> Bool {
    !proof.isEmpty && RandomToken.isEqual(proof, made(of: token, visitor: visitor))
  }
}
