import Testing
import WebRenderer

@testable import ViewKit

private let patches: [([AddressChange], String)] = [
  ([.push("/b")], "[[10,\"/b\"]]"),
  ([.replace("/a?q"), .push("/b")], "[[11,\"/a?q\"],[10,\"/b\"]]"),
  ([.push("/b"), .back("/a")], "[[10,\"/b\"],[12,\"/a\"]]"),
  ([.back("/a"), .push("/b")], "[[12,\"/a\",\"/b\"]]"),
  ([.back("/a"), .push("/b"), .back("/a")], "[[12,\"/a\",\"/b\"],[12,\"/a\"]]"),
]

/// What a page is told of its address.
@Suite struct AddressPatchTests {
  @Test(arguments: patches)
  func `changes of the address are said in order, and a new entry together with what it comes behind`(
    changes: [AddressChange], patch: String
  ) {
    let tree = ViewTree()
    for change in changes { tree.changeAddress(change) }
    #expect(PatchRenderer.operations(tree.takeChanges())?.text == patch)
  }
}
