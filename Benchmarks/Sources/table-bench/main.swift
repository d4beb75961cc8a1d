import Glibc
import GhostBinding
import ViewKit
import WebRenderer

// Differences of orders of keys, as tables and child views need them; beside the standard library's.

var generator = SystemRandomNumberGenerator()

func median(_ rounds: Int, _ body: () -> Void) -> Double {
  body()
  let times = (0..<rounds).map { _ in ContinuousClock().measure(body) / .milliseconds(1) }.sorted()
  return rounded(times[rounds / 2])
}

func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }

/// The median, the least and the most of some milliseconds.
func text(_ times: [Double]) -> String {
  let sorted = times.sorted()
  return "\(rounded(sorted[sorted.count / 2])) (\(rounded(sorted[0]))–\(rounded(sorted[sorted.count - 1])))"
}

struct Number: Identifiable, Equatable { let id: Int }

final class RowCell: TableCell, ViewType {
  let label = Label()
  override init() {
    super.init()
    add(label)
  }
  func take(_ number: Number) { label.text = "\(number.id)" }
}

struct Change {
  let name: String
  let new: [Int]
}

for count in [10_000, 50_000] {
  let old = Array(0..<count)
  var few = old
  for _ in 0..<count / 100 { few[Int.random(in: 0..<count, using: &generator)] = -1 }
  few = few.enumerated().map { $1 < 0 ? count + $0 : $1 }
  let half = old.map { $0 % 2 == 0 ? $0 : count + $0 }
  print("\n\(count) rows, ms, median (least–most) of 9 interleaved rounds (standard library: of 3)")
  print("| change | difference of keys | a table shown other rows | standard library |\n|---|---|---|---|")
  for change in [
    Change(name: "1 % changed", new: few), Change(name: "half changed", new: half),
    Change(name: "shuffled", new: old.shuffled(using: &generator)),
  ] {
    var steps = 0
    let rows = change.new.map(Number.init)
    let table = Table("Numbers", cell: RowCell())
    let tree = ViewTree()
    tree.root.add(table)
    // Shuffled or half changed, the standard library needs seconds to minutes.
    let isBearable = count <= 10_000 || change.name == "1 % changed"
    var (keys, whole, theirs) = ([Double](), [Double](), [Double]())
    for round in 0..<10 {
      keys.append(
        ContinuousClock().measure { steps = ListDifference(from: old, to: change.new).steps.count } / .milliseconds(1))
      if isBearable, round < 3 {
        theirs.append(ContinuousClock().measure { _ = change.new.difference(from: old) } / .milliseconds(1))
      }
      table.show(old.map(Number.init))
      _ = tree.takeChanges()
      _ = table.takeRowChanges()
      let time = ContinuousClock().measure {
        table.show(rows)
        _ = table.takeRowChanges()
      }
      whole.append(time / .milliseconds(1))
      _ = tree.takeChanges()
    }
    // The first round pays for what is made once.
    let others = isBearable ? text(theirs) : "not measured"
    print(
      "| \(change.name) | \(text(Array(keys.dropFirst()))) | \(text(Array(whole.dropFirst()))) | \(others) | \(steps) steps |"
    )
  }
}

// Opening a large table: model, view, and the HTML of what the first screen has.

final class NumberCell: TableCell, ViewType {
  let label = Label()
  override init() {
    super.init()
    add(label)
  }
  func take(_ number: Int) { label.text = "\(number)" }
}

print("\nopening a large table: ms, bytes of HTML, median of 9\n")
for count in [100, 10_000, 1_000_000] {
  var bytes = 0
  let time = median(9) {
    let tree = ViewTree()
    tree.root.add(LargeTable("Numbers", count: count, cell: NumberCell()) { $0 })
    var renderer = HTMLRenderer()
    renderer.write(tree.root)
    bytes = renderer.buffer.bytes.count
  }
  print("| \(count) rows | \(time) | \(bytes) |")
}

let tree = ViewTree()
let table = LargeTable("Numbers", count: 1_000_000, cell: NumberCell()) { $0 }
tree.root.add(table)
_ = tree.takeChanges()
var bytes = 0
var at = 0
let jump = median(1001) {
  at = (at + 7919) % 999_000
  table.jump(to: at)
  bytes = PatchRenderer.operations(tree.takeChanges())?.bytes.count ?? 0
}
let scroll = median(1001) {
  at = (at + 10) % 999_000
  try? tree.receive(Intent(.view(table.id), .look, .range(at..<at + 60)))
  bytes = PatchRenderer.operations(tree.takeChanges())?.bytes.count ?? 0
}
print("\na jump in a million rows: \(jump) ms; ten rows further: \(scroll) ms, \(bytes) bytes")

// What a session's screen keeps: resident memory for a tree with a large table, after it was opened, scrolled through and jumped
// in, over a thousand of them.

func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let fields = line.prefix { $0 != 0 }.split(separator: 32)
  let pages = fields.count > 1 ? String(decoding: fields[1].map(UInt8.init), as: UTF8.self) : ""
  return (Int(pages) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}

print("\nserver memory of a large table, KiB each over 1,000 in one process\n")
print("| rows | opened | after scrolling 1,000 rows | after 100 jumps |\n|---|---|---|---|")
// Kept to the end, so that none lives in what another has left.
var screens: [(tree: ViewTree, table: LargeTable<NumberCell>)] = []
screens.reserveCapacity(4_000)
// The first ones pay for what is made once.
for count in [1_000, 100, 10_000, 1_000_000] {
  let before = residentBytes()
  func kibibytesEach() -> Double { (Double(residentBytes() - before) / 1_000 / 102.4).rounded() / 10 }
  for _ in 0..<1_000 {
    let tree = ViewTree()
    let table = LargeTable("Numbers", count: count, cell: NumberCell()) { $0 }
    tree.root.add(table)
    _ = tree.takeChanges()
    screens.append((tree, table))
  }
  let opened = kibibytesEach()
  for (tree, table) in screens.suffix(1_000) {
    for step in 0..<100 {
      let first = min(step * 10, max(0, count - 60))
      try? tree.receive(Intent(.view(table.id), .look, .range(first..<first + 60)))
      _ = PatchRenderer.operations(tree.takeChanges())
    }
  }
  let scrolled = kibibytesEach()
  for (tree, table) in screens.suffix(1_000) {
    for step in 0..<100 {
      table.jump(to: step * 7919 % count)
      _ = PatchRenderer.operations(tree.takeChanges())
    }
  }
  if count != 1_000 { print("| \(count) | \(opened) | \(scrolled) | \(kibibytesEach()) |") }
}
