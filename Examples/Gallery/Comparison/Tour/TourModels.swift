/// What all models of the tour have in common.
protocol OnDay { var day: String { get } }

struct Meeting: Identifiable, Equatable, OnDay {
  let id: Int
  let day, topic: String
}

struct Festival: Identifiable, Equatable, OnDay {
  let id: Int
  let day, name: String
}

struct Birthday: Identifiable, Equatable, OnDay {
  let id: Int
  let day, person: String
}
