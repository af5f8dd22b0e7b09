// snippet: side-declare
import Daybook
// end
import Testing

// snippet: side-declare
struct Chore: Entity, CodablePayload {
  static let kind = "chore"
  var text: String
  var list: UUID
  var isDone = false

  static func fold(_ chore: inout Chore?, _ event: ChoreEvent) {
    switch event {
    case .added(let text, let list): chore = Chore(text: text, list: list)
    case .done: chore?.isDone = true
    case .deleted: chore = nil
    }
  }
}

enum ChoreEvent: CodableEntityEvent {
  static let type = EventType("chore.event")
  case added(text: String, list: UUID)
  case done
  case deleted
}

/// What is open, list by list, oldest first.
struct OpenChores: Index {
  static let name = "openChores"
  static func key(_ chore: Stamped<Chore>) -> Key3<UUID, HybridTime, UUID>? {
    chore.isDone ? nil : Key3(chore.list, chore.created, chore.id)
  }
  static func row(_ chore: Stamped<Chore>) -> Chore { chore.state }
}
// end

/// The right column of the page that compares libraries, run.
@Suite struct SideBySideSnippets {
  @Test func `what is written is asked for, followed and looked back at`() async throws {
    let schema = Schema().entity(Chore.self).projection(OpenChores())
    let store = try EventStore.temporary(schema: schema)
    let (list, milk) = (UUID.timeOrdered(), UUID.timeOrdered())
    // snippet: side-write
    try await store.append(author: "Ada") { draft in
      try draft.append(.added(text: "Milk", list: list), to: Chore.self, milk)
    }
    try await store.append(author: "Ben") { draft in
      try draft.append(.done, to: Chore.self, milk)
    }
    try await store.undo(by: "Ben")
    // end
    // snippet: side-ask
    let chores = try store.read { try $0.rows(OpenChores.where(list).limit(20)).map(\.row) }
    // end
    #expect(chores == [Chore(text: "Milk", list: list)])
    let shown = Task {
      func show(_ rows: [ViewRow<OpenChores.Key, Chore>]) -> Bool { rows.isEmpty }
      // snippet: side-follow
      for try await rows in store.values(of: OpenChores.where(list)) {
        if show(rows) { break }
      }
      // end
    }
    let token = try store.read { try $0.token() }
    try await store.append(author: "Ben") { draft in
      try draft.append(.deleted, to: Chore.self, milk)
    }
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
    #expect(values == ["Milk became nothing"])
  }
}
