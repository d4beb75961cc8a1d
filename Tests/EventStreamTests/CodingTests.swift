import EventStream
import Foundation
import Testing

@Suite struct `A coded event` {
  @Test(arguments: [
    Store.double(1), .doubled(.success(2)), .doubled(.failure(TestFailure("full"))), .note(.tick), .note(.text("a")),
  ])
  func `comes back as it went`(_ event: Store) throws {
    #expect(try JSONDecoder().decode(Store.self, from: JSONEncoder().encode(event)) == event)
  }

  @Test
  func `is an object with the name of its case`() throws {
    let coded = try JSONEncoder().encode(Store.doubled(.success(2)))
    #expect(String(decoding: coded, as: UTF8.self) == #"{"doubled":{"success":2}}"#)
  }

  @Test(arguments: [
    (#"{}"#, "none"), (#"{"number":1,"text":"a"}"#, "“number” and “text”"), (#"{"nmber":1}"#, "“nmber”"),
  ])
  func `is refused unless it names one known case`(_ text: String, found: String) {
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Note.self, from: Data(text.utf8)) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == "expected an object with one key, the name of a case of Note; found \(found)")
  }

  @Test
  func `has a stable name, nested ones too`() {
    #expect(Store.doubled(.success(1)).name == "Store.doubled")
    #expect(Store.note(.text("")).name == "Store.note.text")
    #expect(Store.eventType.caseCount == 7)
  }
}

@Suite struct `A tap` {
  final class Names: Tap {
    let seen = Box<[String]>([])
    func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
      let line = "\(envelope.sequence) \(event.name)"
      seen.change { $0.append(line) }
    }
  }

  @Test
  func `sees every event before its observers, until it is removed`() {
    let stream = AppStream()
    let tap = Names()
    stream.add(tap)
    let subscription = stream.observe(\Note.tick) { _ in tap.seen.change { $0.append("observed") } }
    stream.send(Note.tick)
    stream.send(Store.double(1))
    stream.remove(tap)
    stream.send(Note.tick)
    #expect(tap.seen.value == ["1 Note.tick", "observed", "2 Store.double", "observed"])
    subscription.cancel()
  }
}
