import GhostBinding

/// The source's way with `any`: a method of the model, called through a box.
protocol Given { func give(to cell: Cell) }

/// A list of models and how its rows are bound.
struct Contender {
  let name: String
  let bind: (_ cell: Cell) -> Void
}

func contendersSmall2(_ count: Int) -> [Contender] {
  let enums: [SmallOf2] = (0..<count).map { index in
    switch index % 2 {
    case 0: .m0(Small0(id: index))
    default: .m1(Small1(id: index))
    }
  }
  let boxes: [any Dated & Given] = enums.map {
    switch $0 {
    case .m0(let model): model
    case .m1(let model): model
    }
  }
  let rows: [MixedRow<Cell>] = enums.map {
    switch $0 {
    case .m0(let model): Small0Row(model, shared: ())
    case .m1(let model): Small1Row(model, shared: ())
    }
  }
  let anys: [Any] = boxes.map { $0 }
  return [
    Contender(name: "MixedRow: an object for each row") { cell in
      for index in rows.indices { cell.take(rows, at: index) }
    },
    Contender(name: "enum and switch") { cell in for index in enums.indices { enums[index].give(to: cell) } },
    Contender(name: "opened existential") { cell in for index in boxes.indices { boxes[index].give(to: cell) } },
    Contender(name: "chain of as?") { cell in
      for row in boxes {
        if let model = row as? Small0 { cell.take(model) } else if let model = row as? Small1 { cell.take(model) }
      }
    },
    Contender(name: "Any as? any P") { cell in
      for row in anys { (row as? any Given)?.give(to: cell) }
    },
  ]
}

func contendersSmall8(_ count: Int) -> [Contender] {
  let enums: [SmallOf8] = (0..<count).map { index in
    switch index % 8 {
    case 0: .m0(Small0(id: index))
    case 1: .m1(Small1(id: index))
    case 2: .m2(Small2(id: index))
    case 3: .m3(Small3(id: index))
    case 4: .m4(Small4(id: index))
    case 5: .m5(Small5(id: index))
    case 6: .m6(Small6(id: index))
    default: .m7(Small7(id: index))
    }
  }
  let boxes: [any Dated & Given] = enums.map {
    switch $0 {
    case .m0(let model): model
    case .m1(let model): model
    case .m2(let model): model
    case .m3(let model): model
    case .m4(let model): model
    case .m5(let model): model
    case .m6(let model): model
    case .m7(let model): model
    }
  }
  let rows: [MixedRow<Cell>] = enums.map {
    switch $0 {
    case .m0(let model): Small0Row(model, shared: ())
    case .m1(let model): Small1Row(model, shared: ())
    case .m2(let model): Small2Row(model, shared: ())
    case .m3(let model): Small3Row(model, shared: ())
    case .m4(let model): Small4Row(model, shared: ())
    case .m5(let model): Small5Row(model, shared: ())
    case .m6(let model): Small6Row(model, shared: ())
    case .m7(let model): Small7Row(model, shared: ())
    }
  }
  let anys: [Any] = boxes.map { $0 }
  return [
    Contender(name: "MixedRow: an object for each row") { cell in
      for index in rows.indices { cell.take(rows, at: index) }
    },
    Contender(name: "enum and switch") { cell in for index in enums.indices { enums[index].give(to: cell) } },
    Contender(name: "opened existential") { cell in for index in boxes.indices { boxes[index].give(to: cell) } },
    Contender(name: "chain of as?") { cell in
      for row in boxes {
        if let model = row as? Small0 {
          cell.take(model)
        } else if let model = row as? Small1 {
          cell.take(model)
        } else if let model = row as? Small2 {
          cell.take(model)
        } else if let model = row as? Small3 {
          cell.take(model)
        } else if let model = row as? Small4 {
          cell.take(model)
        } else if let model = row as? Small5 {
          cell.take(model)
        } else if let model = row as? Small6 {
          cell.take(model)
        } else if let model = row as? Small7 {
          cell.take(model)
        }
      }
    },
    Contender(name: "Any as? any P") { cell in
      for row in anys { (row as? any Given)?.give(to: cell) }
    },
  ]
}

func contendersLarge2(_ count: Int) -> [Contender] {
  let enums: [LargeOf2] = (0..<count).map { index in
    switch index % 2 {
    case 0: .m0(Large0(id: index))
    default: .m1(Large1(id: index))
    }
  }
  let boxes: [any Dated & Given] = enums.map {
    switch $0 {
    case .m0(let model): model
    case .m1(let model): model
    }
  }
  let rows: [MixedRow<Cell>] = enums.map {
    switch $0 {
    case .m0(let model): Large0Row(model, shared: ())
    case .m1(let model): Large1Row(model, shared: ())
    }
  }
  let anys: [Any] = boxes.map { $0 }
  return [
    Contender(name: "MixedRow: an object for each row") { cell in
      for index in rows.indices { cell.take(rows, at: index) }
    },
    Contender(name: "enum and switch") { cell in for index in enums.indices { enums[index].give(to: cell) } },
    Contender(name: "opened existential") { cell in for index in boxes.indices { boxes[index].give(to: cell) } },
    Contender(name: "chain of as?") { cell in
      for row in boxes {
        if let model = row as? Large0 { cell.take(model) } else if let model = row as? Large1 { cell.take(model) }
      }
    },
    Contender(name: "Any as? any P") { cell in
      for row in anys { (row as? any Given)?.give(to: cell) }
    },
  ]
}

func contendersLarge8(_ count: Int) -> [Contender] {
  let enums: [LargeOf8] = (0..<count).map { index in
    switch index % 8 {
    case 0: .m0(Large0(id: index))
    case 1: .m1(Large1(id: index))
    case 2: .m2(Large2(id: index))
    case 3: .m3(Large3(id: index))
    case 4: .m4(Large4(id: index))
    case 5: .m5(Large5(id: index))
    case 6: .m6(Large6(id: index))
    default: .m7(Large7(id: index))
    }
  }
  let boxes: [any Dated & Given] = enums.map {
    switch $0 {
    case .m0(let model): model
    case .m1(let model): model
    case .m2(let model): model
    case .m3(let model): model
    case .m4(let model): model
    case .m5(let model): model
    case .m6(let model): model
    case .m7(let model): model
    }
  }
  let rows: [MixedRow<Cell>] = enums.map {
    switch $0 {
    case .m0(let model): Large0Row(model, shared: ())
    case .m1(let model): Large1Row(model, shared: ())
    case .m2(let model): Large2Row(model, shared: ())
    case .m3(let model): Large3Row(model, shared: ())
    case .m4(let model): Large4Row(model, shared: ())
    case .m5(let model): Large5Row(model, shared: ())
    case .m6(let model): Large6Row(model, shared: ())
    case .m7(let model): Large7Row(model, shared: ())
    }
  }
  let anys: [Any] = boxes.map { $0 }
  return [
    Contender(name: "MixedRow: an object for each row") { cell in
      for index in rows.indices { cell.take(rows, at: index) }
    },
    Contender(name: "enum and switch") { cell in for index in enums.indices { enums[index].give(to: cell) } },
    Contender(name: "opened existential") { cell in for index in boxes.indices { boxes[index].give(to: cell) } },
    Contender(name: "chain of as?") { cell in
      for row in boxes {
        if let model = row as? Large0 {
          cell.take(model)
        } else if let model = row as? Large1 {
          cell.take(model)
        } else if let model = row as? Large2 {
          cell.take(model)
        } else if let model = row as? Large3 {
          cell.take(model)
        } else if let model = row as? Large4 {
          cell.take(model)
        } else if let model = row as? Large5 {
          cell.take(model)
        } else if let model = row as? Large6 {
          cell.take(model)
        } else if let model = row as? Large7 {
          cell.take(model)
        }
      }
    },
    Contender(name: "Any as? any P") { cell in
      for row in anys { (row as? any Given)?.give(to: cell) }
    },
  ]
}
