/// Those who wait for something: a line for each address, each of which has its turn once in a round.
struct FairLines {
  private var lines: [ObjectIdentifier: [CheckedContinuation<Void, Never>]] = [:]
  private var round: [ObjectIdentifier] = []

  var isEmpty: Bool { round.isEmpty }

  /// - Parameter address: What stands for the address.
  mutating func add(_ one: CheckedContinuation<Void, Never>, of address: ObjectIdentifier) {
    if lines[address] == nil { round.append(address) }
    lines[address, default: []].append(one)
  }

  mutating func takeFirst() -> CheckedContinuation<Void, Never>? {
    if round.isEmpty { return nil }
    let address = round.removeFirst()
    let first = lines[address]?.removeFirst()
    if lines[address]?.isEmpty == false { round.append(address) } else { lines[address] = nil }
    return first
  }
}
