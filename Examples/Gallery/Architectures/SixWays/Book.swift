/// The model that six cells show.
struct Book {
  let title: String
  let author: String
  let year: Int
}
