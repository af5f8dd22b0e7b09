import DaybookTesting
import Testing

@testable import Daybook

private struct Room: Entity, CodablePayload {
  static let kind = "rooms.room"
  var name: String
  var isLeft = false
  var mergedInto: ID<Room>?

  var isDeleted: Bool { isLeft }

  enum Event: CodableEntityEvent {
    case made(name: String)
    case merged(into: ID<Room>)
    case renamed(name: String)
    case left
  }

  static func fold(_ room: inout Room?, _ event: Event) {
    switch event {
    case .made(let name): room = Room(name: name)
    case .merged(let kept): room?.mergedInto = kept
    case .renamed(let name): room?.name = name
    case .left: room?.isLeft = true
    }
  }
}

private struct Chair: Entity, CodablePayload {
  static let kind = "rooms.chair"
  var room: ID<Room>

  enum Event: CodableEntityEvent {
    case put(in: ID<Room>)
  }

  static func fold(_ chair: inout Chair?, _ event: Event) {
    switch event {
    case .put(let room): chair = Chair(room: room)
    }
  }
}

private struct ChairsOfRoom: Relation {
  static let name = "rooms.chairsOfRoom"
  static let rule = DeleteRule.cascade
  static func parent(of chair: Chair) -> ID<Room>? { chair.room }
  static func set(_ room: ID<Room>?, of chair: inout Chair) { if let room { chair.room = room } }
}

/// What was merged moves with what it was merged into.
struct MoveMergeTests {
  private let clock = TestClock()

  @Test func `a chair of a merged room is in the room that was kept, there too`() throws {
    let schema = Schema().entity(Room.self).entity(Chair.self).projection(ChairsOfRoom())
    let (own, shared) = (
      try EventStore.temporary(schema: schema), try EventStore.temporary(schema: schema)
    )
    let rooms = (0..<3).map { _ in ID<Room>.timeOrdered() }
    let chair = ID<Chair>.timeOrdered()
    try own.append { draft in
      for room in rooms { try draft.append(.made(name: "hall"), to: room) }
      try draft.append(.put(in: rooms[2]), to: chair)
      try draft.append(.merged(into: rooms[1]), to: rooms[2])
      try draft.append(.merged(into: rooms[0]), to: rooms[1])
    }
    #expect(try own.move(rooms[0], to: shared, leaving: .left).entities == 4)
    #expect(try shared.read { try $0.entity(chair) } == Chair(room: rooms[0]))
    #expect(try own.read { try $0.entity(chair) } == nil)
    _ = try shared.move(rooms[0], to: own, leaving: .left)
    #expect(try own.read { try $0.entity(chair) } == Chair(room: rooms[0]))
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test func `a room that stays where merges lead in a circle stays, there too`() throws {
    let schema = Schema().entity(Room.self).entity(Chair.self).projection(ChairsOfRoom())
    let (own, shared) = (
      try EventStore.temporary(schema: schema), try EventStore.temporary(schema: schema)
    )
    let rooms = (0..<3).map { _ in ID<Room>.timeOrdered() }.sorted()
    let chair = ID<Chair>.timeOrdered()
    try own.append { draft in
      for room in rooms { try draft.append(.made(name: "hall"), to: room) }
      try draft.append(.put(in: rooms[0]), to: chair)
      for place in 0..<3 {
        try draft.append(.merged(into: rooms[(place + 1) % 3]), to: rooms[place])
      }
    }
    #expect(try own.read { try $0.entities(of: Room.self).map(\.id) } == [rooms[0]])
    #expect(try own.move(rooms[0], to: shared, leaving: .left).entities == 4)
    #expect(try shared.read { try $0.entities(of: Room.self).map(\.id) } == [rooms[0]])
    #expect(try shared.read { try $0.entity(chair) } == Chair(room: rooms[0]))
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  private func store() throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    let schema = Schema().entity(Room.self).entity(Chair.self).projection(ChairsOfRoom())
    return try EventStore.temporary(schema: schema, options: options)
  }

  /// Appends, and lets a minute pass.
  @discardableResult
  private func append(
    to store: EventStore, author: String? = nil,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws -> History.Token {
    defer { clock.advance(by: 60) }
    return try store.append(author: author, body)
  }

  /// Two rooms, the second merged into the first with its chair, and moved with it.
  private func moved() throws -> (
    own: EventStore, shared: EventStore, rooms: [ID<Room>], merge: UInt64, departure: UInt64
  ) {
    let (own, shared) = (try store(), try store())
    let rooms = (0..<2).map { _ in ID<Room>.timeOrdered() }
    for room in rooms { try append(to: own) { try $0.append(.made(name: "hall"), to: room) } }
    try append(to: own) { try $0.append(.put(in: rooms[1]), to: ID<Chair>.timeOrdered()) }
    let merge = try append(to: own) { try $0.append(.merged(into: rooms[0]), to: rooms[1]) }
    let report = try own.move(rooms[0], to: shared, author: "Ada", leaving: .left)
    clock.advance(by: 60)
    return (own, shared, rooms, merge.transaction, report.departure.transaction)
  }

  private func chairs(_ store: EventStore) throws -> [ID<Room>] {
    try store.read { try $0.entities(of: Chair.self).map(\.state.room) }
  }

  @Test func `a merge into what has left is not taken back here`() throws {
    let (own, shared, rooms, merge, departure) = try moved()
    for undo in [{ try own.undo(by: nil) }, { try own.undo(transaction: merge) }] {
      let error = expectError(.notUndoable) { try undo() }
      #expect(error?.message.contains("take transaction \(departure) back first") == true)
    }
    #expect(try own.read { try $0.entity(rooms[1]) } == nil)
    #expect(try chairs(own) == [] && chairs(shared) == [rooms[0]])
    // Nothing of a draft whose app takes no notice of the error is kept.
    let before = try own.read { try $0.token() }
    #expect(throws: StoreError.self) {
      try own.append { draft in
        try? draft.undo(transaction: merge)
        try draft.append(.made(name: "attic"), to: ID<Room>.timeOrdered())
      }
    }
    #expect(try own.read { try $0.token() } == before)
    try own.undo(transaction: departure)
    try own.undo(transaction: merge)
    #expect(try chairs(own) == [rooms[1]])
    #expect(try own.faults() == [])
  }

  @Test func `one that another device has parted is in one store after it was moved`() throws {
    let (own, shared, rooms, merge, _) = try moved()
    // As what arrives, which nobody can refuse.
    try own.append { try $0.retract(transaction: merge) }
    #expect(try chairs(own) == [rooms[1]] && chairs(shared) == [rooms[0]])
    _ = try own.move(rooms[1], to: shared, leaving: .left)
    #expect(try chairs(own) == [] && chairs(shared) == [rooms[1]])
    #expect(try shared.read { try $0.entities(of: Room.self).count } == 2)
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test func `one that was parted there comes back alone, and with what had left`() throws {
    let (own, shared, rooms, merge, departure) = try moved()
    // The rooms, the chair and the merge have come in one transaction each.
    try shared.undo(transaction: 4)
    #expect(try chairs(shared) == [rooms[1]])
    #expect(try shared.move(rooms[1], to: own, leaving: .left).entities == 2)
    #expect(try chairs(own) == [rooms[1]] && chairs(shared) == [])
    for (store, room) in [(own, rooms[1]), (shared, rooms[0])] {
      #expect(try store.read { try $0.entities(of: Room.self).map(\.id) } == [room])
      #expect(try store.faults() == [])
    }
    // The move has taken the merge back, and the departure counts still.
    #expect(try own.read { try $0.transaction(merge)?.isRetracted } == true)
    #expect(try own.read { try $0.transaction(departure)?.isRetracted } == false)
  }

  @Test func `merged rooms to which nothing refers move too`() throws {
    let (own, shared) = (try store(), try store())
    let rooms = (0..<3).map { _ in ID<Room>.timeOrdered() }
    for room in rooms { try append(to: own) { try $0.append(.made(name: "hall"), to: room) } }
    for place in [2, 1] {
      try append(to: own) { try $0.append(.merged(into: rooms[place - 1]), to: rooms[place]) }
    }
    let merge = try own.read { try $0.newestNumber() }
    #expect(try own.move(rooms[0], to: shared, leaving: .left).entities == 3)
    expectError(.notUndoable) { try own.undo(transaction: merge) }
    #expect(try shared.read { try $0.entities(of: Room.self).map(\.id) } == [rooms[0]])
    // It is the last that came.
    try shared.undo(transaction: merge)
    let seen = try shared.read { try $0.entities(of: Room.self).map(\.id) }
    #expect(seen == [rooms[0], rooms[1]].sorted())
    #expect(try own.read { try $0.entities(of: Room.self).isEmpty })
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test func `a merge and the departure after it are taken back at once`() throws {
    let (own, _, rooms, merge, departure) = try moved()
    try own.append { try $0.undo(transactions: [merge, departure]) }
    #expect(try chairs(own) == [rooms[1]])
    #expect(try own.read { try $0.entities(of: Room.self).map(\.id) } == rooms.sorted())
    #expect(try own.faults() == [])
  }

  @Test func `a merge into what has left is not brought back here`() throws {
    let (own, shared) = (try store(), try store())
    let rooms = (0..<2).map { _ in ID<Room>.timeOrdered() }
    for room in rooms { try append(to: own) { try $0.append(.made(name: "hall"), to: room) } }
    try append(to: own) { try $0.append(.put(in: rooms[1]), to: ID<Chair>.timeOrdered()) }
    let merge = try append(to: own, author: "Ben") {
      try $0.append(.merged(into: rooms[0]), to: rooms[1])
    }
    try own.undo(by: "Ben")
    let report = try own.move(rooms[0], to: shared, author: "Ada", leaving: .left)
    let departure = report.departure.transaction
    #expect(report.entities == 1)
    for redo in [{ try own.redo(by: "Ben") }, { try own.redo(transaction: merge.transaction) }] {
      let error = expectError(.notUndoable) { try redo() }
      #expect(error?.message.contains("take transaction \(departure) back first") == true)
    }
    #expect(try chairs(own) == [rooms[1]] && chairs(shared) == [])
    // The departure itself is taken back and brought back.
    try own.undo(by: "Ada")
    try own.redo(by: "Ada")
    try own.undo(by: "Ada")
    try own.redo(by: "Ben")
    #expect(try chairs(own) == [rooms[0]])
    #expect(try own.faults() == [])
  }

  @Test func `what another device wrote of it meanwhile brings no merge back here`() throws {
    let (own, shared, rooms, merge, departure) = try moved()
    let other = try store()
    for number in 1..<departure {
      if let message = try own.read({ try $0.message(of: number) }) { try other.absorb(message) }
    }
    try append(to: other) { try $0.append(.renamed(name: "loft"), to: rooms[0]) }
    try own.take(from: other)
    #expect(try own.read { try $0.state(Room.self, rooms[0].rawValue) }?.name == "loft")
    let error = expectError(.notUndoable) { try own.undo(transaction: merge) }
    #expect(error?.message.contains("take transaction \(departure) back first") == true)
    #expect(try chairs(own) == [] && chairs(shared) == [rooms[0]])
    #expect(try own.faults() == [])
  }
}
