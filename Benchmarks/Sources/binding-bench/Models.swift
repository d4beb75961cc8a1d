import GhostBinding

/// What every model of the benchmark can say of itself.
protocol Dated { var day: Int { get } }

/// A small model is one word; a large one twelve, one of them on the heap.
struct Bulk: Equatable {
  var title = "a title that is long enough for the heap"
  var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0
}

/// Notes what is bound to it; as cheap as a view can be.
final class Cell: MixedViewType {
  typealias Model = MixedRow<Cell>
  var sum = 0
  @inline(never) func take(_ model: Small0) { sum &+= model.id &+ 0 }
  @inline(never) func take(_ model: Small1) { sum &+= model.id &+ 1 }
  @inline(never) func take(_ model: Small2) { sum &+= model.id &+ 2 }
  @inline(never) func take(_ model: Small3) { sum &+= model.id &+ 3 }
  @inline(never) func take(_ model: Small4) { sum &+= model.id &+ 4 }
  @inline(never) func take(_ model: Small5) { sum &+= model.id &+ 5 }
  @inline(never) func take(_ model: Small6) { sum &+= model.id &+ 6 }
  @inline(never) func take(_ model: Small7) { sum &+= model.id &+ 7 }
  @inline(never) func take(_ model: Large0) { sum &+= model.id &+ 0 }
  @inline(never) func take(_ model: Large1) { sum &+= model.id &+ 1 }
  @inline(never) func take(_ model: Large2) { sum &+= model.id &+ 2 }
  @inline(never) func take(_ model: Large3) { sum &+= model.id &+ 3 }
  @inline(never) func take(_ model: Large4) { sum &+= model.id &+ 4 }
  @inline(never) func take(_ model: Large5) { sum &+= model.id &+ 5 }
  @inline(never) func take(_ model: Large6) { sum &+= model.id &+ 6 }
  @inline(never) func take(_ model: Large7) { sum &+= model.id &+ 7 }
}

struct Small0: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small0Row: RowOf<Cell, Small0> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small1: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small1Row: RowOf<Cell, Small1> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small2: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small2Row: RowOf<Cell, Small2> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small3: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small3Row: RowOf<Cell, Small3> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small4: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small4Row: RowOf<Cell, Small4> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small5: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small5Row: RowOf<Cell, Small5> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small6: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small6Row: RowOf<Cell, Small6> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Small7: Dated, Identifiable, Equatable, Given {
  var id: Int
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Small7Row: RowOf<Cell, Small7> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large0: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large0Row: RowOf<Cell, Large0> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large1: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large1Row: RowOf<Cell, Large1> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large2: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large2Row: RowOf<Cell, Large2> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large3: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large3Row: RowOf<Cell, Large3> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large4: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large4Row: RowOf<Cell, Large4> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large5: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large5Row: RowOf<Cell, Large5> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large6: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large6Row: RowOf<Cell, Large6> {
  override func give(to cell: Cell) { cell.take(model) }
}

struct Large7: Dated, Identifiable, Equatable, Given {
  var id: Int
  var bulk = Bulk()
  var day: Int { id }
  func give(to cell: Cell) { cell.take(self) }
}
final class Large7Row: RowOf<Cell, Large7> {
  override func give(to cell: Cell) { cell.take(model) }
}

enum SmallOf2 {
  case m0(Small0)
  case m1(Small1)

  func give(to cell: Cell) {
    switch self {
    case .m0(let model): cell.take(model)
    case .m1(let model): cell.take(model)
    }
  }
}

enum SmallOf8 {
  case m0(Small0)
  case m1(Small1)
  case m2(Small2)
  case m3(Small3)
  case m4(Small4)
  case m5(Small5)
  case m6(Small6)
  case m7(Small7)

  func give(to cell: Cell) {
    switch self {
    case .m0(let model): cell.take(model)
    case .m1(let model): cell.take(model)
    case .m2(let model): cell.take(model)
    case .m3(let model): cell.take(model)
    case .m4(let model): cell.take(model)
    case .m5(let model): cell.take(model)
    case .m6(let model): cell.take(model)
    case .m7(let model): cell.take(model)
    }
  }
}

enum LargeOf2 {
  case m0(Large0)
  case m1(Large1)

  func give(to cell: Cell) {
    switch self {
    case .m0(let model): cell.take(model)
    case .m1(let model): cell.take(model)
    }
  }
}

enum LargeOf8 {
  case m0(Large0)
  case m1(Large1)
  case m2(Large2)
  case m3(Large3)
  case m4(Large4)
  case m5(Large5)
  case m6(Large6)
  case m7(Large7)

  func give(to cell: Cell) {
    switch self {
    case .m0(let model): cell.take(model)
    case .m1(let model): cell.take(model)
    case .m2(let model): cell.take(model)
    case .m3(let model): cell.take(model)
    case .m4(let model): cell.take(model)
    case .m5(let model): cell.take(model)
    case .m6(let model): cell.take(model)
    case .m7(let model): cell.take(model)
    }
  }
}
