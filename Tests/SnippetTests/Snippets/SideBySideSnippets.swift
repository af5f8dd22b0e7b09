// snippet: side-declare
import Daybook
// end
import Foundation
import Testing

// snippet: side-declare
struct ChoreList: Entity, CodablePayload {
  static let kind = "choreList"
  var title: String

  enum Event: CodableEntityEvent {
    case created(title: String), deleted
  }

  static func fold(_ list: inout ChoreList?, _ event: Event) {
    switch event {
    case .created(let title): list = ChoreList(title: title)
    case .deleted: list = nil
    }
  }
}

struct Chore: Entity, CodablePayload {
  static let kind = "chore"
  var text: String
  var list: ID<ChoreList>
  var isDone = false

  enum Event: CodableEntityEvent {
    case added(text: String, list: ID<ChoreList>), done, deleted
  }

  static func fold(_ chore: inout Chore?, _ event: Event) {
    switch event {
    case .added(let text, let list): chore = Chore(text: text, list: list)
    case .done: chore?.isDone = true
    case .deleted: chore = nil
    }
  }
}

/// No two lists have one title.
struct ChoreListTitles: Unique {
  static let name = "choreListTitles"
  static func value(of list: ChoreList) -> String? { list.title }
}

/// The chores of a list: first what is open, oldest first.
struct ChoresOfList: Index {
  static let name = "choresOfList"
  static func key(_ chore: Stamped<Chore>) -> Key4<ID<ChoreList>, Bool, HybridTime, ID<Chore>>? {
    Key4(chore.list, chore.isDone, chore.created, chore.id)
  }
  static func row(_ chore: Stamped<Chore>) -> Chore { chore.state }
}
// end

/// The right column of the page that compares libraries, run.
struct SideBySideSnippets {
  @Test func `what is written is asked for, followed and looked back at`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("chores-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // snippet: side-declare
    let schema = Schema().entity(ChoreList.self).entity(Chore.self)
      .projection(ChoreListTitles()).projection(ChoresOfList())
    let store = try EventStore.open(at: path, schema: schema)
    // end
    let (list, milk) = (ID<ChoreList>.timeOrdered(), ID<Chore>.timeOrdered())
    try await store.append { try $0.append(.created(title: "House"), to: list) }
    let token = try store.read { try $0.token() }
    // snippet: side-write
    try await store.append(author: "Ada") {
      try $0.append(.added(text: "Milk", list: list), to: milk)
    }
    try await store.append(author: "Ben") { try $0.append(.done, to: milk) }
    try await store.append(author: "Ben") { draft in  // the list, and what is on it
      for row in try draft.now().rows(ChoresOfList.where(list)) {
        try draft.append(.deleted, to: row.key.fourth)
      }
      try draft.append(.deleted, to: list)
    }
    // end
    #expect(try store.read { try $0.entity(list) } == nil)
    // snippet: side-undo
    try await store.undo(by: "Ben")
    // end
    #expect(try store.read { try $0.entity(milk) } == Chore(text: "Milk", list: list, isDone: true))
    try await store.undo(by: "Ben")
    // snippet: side-ask
    let open = ChoresOfList.where(list, false).limit(20)
    let chores = try store.read { try $0.rows(open).map(\.row) }
    // end
    #expect(chores == [Chore(text: "Milk", list: list)])
    let shown = Task {
      func show(_ rows: [ViewRow<ChoresOfList.Key, Chore>]) -> Bool { rows.isEmpty }
      // snippet: side-follow
      for try await rows in store.values(of: open) {
        if show(rows) { break }
      }
      // end
    }
    try await store.append(author: "Ben") { try $0.append(.deleted, to: milk) }
    try await shown.value
    var values: [String] = []
    func print(_ items: Any...) {
      values.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: side-history
    for transaction in try store.history.transactions(after: token, where: .author("Ben")).all() {
      for (_, change) in try store.read({ try $0.changes(of: Chore.self, in: transaction.number) })
      {
        print(change.old?.text ?? "nothing", "became", change.new?.text ?? "nothing")
      }
    }
    // end
    #expect(values.last == "Milk became nothing")
    try await store.close()
  }

  /// Lines that are neither blank nor a comment, by library.
  @Test func `the table of lines counts the code of the page`() throws {
    let page = try String(
      contentsOf: SnippetTests.root.appendingPathComponent(
        "Sources/Engine/Daybook/Daybook.docc/SideBySide.md"), encoding: .utf8)
    let libraries = ["SwiftData", "GRDB", "sqlite-data", "Daybook"]
    var all = libraries.map { _ in 0 }
    for title in ["Declare", "Write", "Ask", "Follow", "Undo"] {
      let section = try #require(
        page.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") })
      var counts: [String: Int] = [:]
      for fence in ["```Swift", "```swift"] {
        for block in Snippet.blocks(in: section, fence: fence) {
          let lines = block.text.components(separatedBy: "\n")
          let library = fence == "```swift" ? "Daybook" : String(lines[0].dropFirst(3))
          counts[library, default: 0] += lines.count {
            let line = $0.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !line.hasPrefix("//")
          }
        }
      }
      all = zip(all, libraries).map { $0 + counts[$1, default: 0] }
      let cells = libraries.map { counts[$0].map(String.init) ?? "–" }
      let row = "| \(title.lowercased()) | \(cells.joined(separator: " | ")) |"
      #expect(page.contains(row), "\(row)")
    }
    let row = "| all | \(all.map(String.init).joined(separator: " | ")) |"
    #expect(page.contains(row), "\(row)")
  }
}
