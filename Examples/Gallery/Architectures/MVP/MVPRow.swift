/// A row as the presenter wants it shown.
struct MVPRow: Identifiable, Equatable {
  let id: String
  let date: String
  let title: String
  let isBold: Bool
}
