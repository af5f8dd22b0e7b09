// snippet: readme
import Daybook
// end
import Foundation
import Testing

// snippet: readme
// What is stored: a thing on a shopping list, and what can happen to it.
struct Item: Entity, CodablePayload {
  static let kind = "item"
  var name: String
  var list: String
  var isBought = false

  enum Event: CodableEntityEvent {
    case added(name: String, list: String)
    case bought
  }

  static func fold(_ item: inout Item?, _ event: Event) {
    switch event {
    case .added(let name, let list): item = Item(name: name, list: list)
    case .bought: item?.isBought = true
    }
  }
}

// What is asked: the names that are still to be bought, list by list.
struct OpenItems: Index {
  static let name = "openItems"
  static func key(_ item: Stamped<Item>) -> Key3<String, String, ID<Item>>? {
    item.isBought ? nil : Key3(item.list, item.name, item.id)
  }
}
// end

/// The app that the README begins with.
struct ReadmeSnippets {
  @Test func `the README's app prints what the README says`() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: readme
    let store = try EventStore.temporary(
      schema: Schema().entity(Item.self).projection(OpenItems()))

    let milk = try store.write(author: "Ada") { draft in
      let milk = ID<Item>.timeOrdered()
      try draft.append(.added(name: "Milk", list: "home"), to: milk)
      try draft.append(.added(name: "Rice", list: "home"), to: ID<Item>.timeOrdered())
      return milk
    }
    let seen = try store.read { try $0.token() }
    try store.append(author: "Ben") { try $0.append(.bought, to: milk) }

    let open = OpenItems.where("home")
    print("to buy:", try store.read { try $0.rows(open).map(\.key.second) })
    // The history: what others did since a place in it, and the list as it was there.
    for change in try store.history.changes(after: seen, where: .notAuthor("Ada")).all() {
      print(change.author ?? "somebody", change)
    }
    print("before that:", try store.read(asOf: seen) { try $0.rows(open).map(\.key.second) })
    try store.undo(by: "Ben")
    print("after undo:", try store.read { try $0.rows(open).map(\.key.second) })
    // end
    let page = SnippetTests.root.appendingPathComponent("README.md")
    let readme = try String(contentsOf: page, encoding: .utf8)
    #expect(readme.contains("```\n" + printed.joined(separator: "\n") + "\n```"), "\(printed)")
  }
}
