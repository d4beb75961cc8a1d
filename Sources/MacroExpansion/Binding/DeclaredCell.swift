/// A cell as its declaration says it.
struct DeclaredCell {
  /// `public ` and the like, to be written in front of members; empty for the default.
  let access: String
  let name: String
  let models: [Shown]
  /// Who takes every model, whatever it is.
  let any: TakeAny?
  /// The type of the tag, if a method takes one.
  let tag: String?

  /// A model that the cell shows.
  struct Shown {
    let type: String
    /// Whether its method takes the tag too.
    let takesTag: Bool
  }

  /// The method for what all models have in common.
  struct TakeAny {
    /// The protocol.
    let shared: String
    let takesTag: Bool
  }
}
