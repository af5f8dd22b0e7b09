import Daybook
import Testing

/// What projections see of an entity.
struct StampedTests {
  private let store: EventStore
  private let ids = [UUID(), UUID()]

  init() throws {
    store = try .temporary(schema: pantry.projection(Seen()))
    for id in ids {
      try store.append {
        try $0.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: id)
        try $0.append(PantryEvent.bought(PantryItem(name: "tea", amount: 1)), to: UUID())
      }
      try store.append { try $0.append(PantryEvent.counted(2), to: id) }
    }
  }

  private func check(_ rows: [ViewRow<Key2<UUID, UUID>, Empty>]) {
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.key.first == $0.key.second })
    #expect(Set(rows.map(\.key.first)).isSuperset(of: ids))
  }

  @Test func `a version says whose it is, in appends, rebuilds and the past`() throws {
    check(try store.read { try $0.rows(Seen.all) })
    let token = try store.read { try $0.token() }
    try store.append { [ids] in try $0.append(PantryEvent.eaten, to: ids[0]) }
    check(try store.read(asOf: token) { try $0.rows(Seen.all) })
    try store.undo(by: nil)
    check(try store.read { try $0.rows(Seen.all) })
    try store.rebuild(Seen.name)
    check(try store.read { try $0.rows(Seen.all) })
    #expect(try store.verify().ok)
  }

  @Test func `a version has the properties of its state`() {
    let item = Stamped(
      id: ID(ids[0]), state: PantryItem(name: "rice", amount: 3), created: .distantPast,
      modified: .distantPast)
    #expect(item.name == "rice" && item.amount == 3 && item.id.rawValue == ids[0])
    #expect(item == item)
    #expect(
      item
        != Stamped(
          id: ID(ids[1]), state: item.state, created: item.created, modified: item.modified))
  }
}

/// The identifiers of each entity as the change and the version have them.
private struct Seen: TableProjection {
  static let name = "test.seen"
  typealias Key = Key2<UUID, UUID>
  typealias Row = Empty

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(Self.rows, change) { (Key2(change.id.rawValue, $0.id.rawValue), Empty()) }
    }
  }
}
