import Ghostlight

/// A row of the benchmark.
struct Row: Identifiable, Equatable, ModelType {
  let id: Int
  var label: String
}
