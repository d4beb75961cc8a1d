import Allocations
import GhostBinding

/// Nanoseconds for each row: the median of the rounds, the least and the most.
func measure(_ contenders: [Contender], rows: Int) {
  let cell = Cell()
  let repeats = 2_000_000 / rows
  var rounds = contenders.map { _ in [Double]() }
  for contender in contenders { contender.bind(cell) }
  for _ in 0..<9 {
    for (index, contender) in contenders.enumerated() {
      let time = ContinuousClock().measure { for _ in 0..<repeats { contender.bind(cell) } }
      rounds[index].append(time / .nanoseconds(1) / Double(repeats * rows))
    }
  }
  for (contender, rounds) in zip(contenders, rounds) {
    let sorted = rounds.sorted()
    let figures = [sorted[4], sorted[0], sorted[8]].map { Double(Int($0 * 10 + 0.5)) / 10 }
    let before = allocations
    contender.bind(cell)
    let asked = allocations - before
    print("| \(contender.name) | \(figures[0]) (\(figures[1])–\(figures[2])) | \(asked) |")
  }
  precondition(cell.sum != 0)
}

let rows = 1000
for (title, contenders) in [
  ("2 types, small", contendersSmall2(rows)), ("8 types, small", contendersSmall8(rows)),
  ("2 types, large", contendersLarge2(rows)), ("8 types, large", contendersLarge8(rows)),
] {
  print(
    "\n\(title): ns per bind, median (least–most) of 9 interleaved rounds of 2,000,000; allocations for \(rows) binds\n"
  )
  measure(contenders, rows: rows)
}

let alike = (0..<rows).map { Small0(id: $0) }
let alikeLarge = (0..<rows).map { Large0(id: $0) }
print("\none type: ns per bind\n")
measure(
  [
    Contender(name: "small, no row objects") { cell in for model in alike { cell.take(model) } },
    Contender(name: "large, no row objects") { cell in for model in alikeLarge { cell.take(model) } },
  ], rows: rows)
