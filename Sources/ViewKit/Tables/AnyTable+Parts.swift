/// The views of the cells, by their numbers.
extension AnyTable {
  /// The number of a cell's view, if it is one.
  public func part(_ view: View) -> Int? { parts.firstIndex { $0 === view } }

  /// What the parts of the cells are, by their numbers.
  public var partKinds: [ViewKind] { parts.map(\.kind) }

  /// The numbers of the parts of a cell.
  func partRange(ofCell cell: Int) -> Range<Int> {
    firstParts[cell]..<(cell + 1 < firstParts.count ? firstParts[cell + 1] : parts.count)
  }

  /// What the parts of a cell hold now.
  func snapshot(ofCell cell: Int) -> [PropertyList] { parts[partRange(ofCell: cell)].map(\.properties) }

  /// ``partKinds`` in a form that another program reads too, whose kinds may have other numbers.
  var partKindNames: [String] { partKinds.map(\.word) }
}
