import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Opening a store with types that cannot read what it holds.
struct StoredSampleTests {
  private let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  @discardableResult
  private func open<E: Entity>(_ type: E.Type, checks: Bool = true) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = checks
    return try EventStore.open(
      at: directory.path, schema: Schema().entity(type), options: options)
  }

  private func fill() throws {
    let store = try open(Trip.self)
    try store.append { [id] draft in
      try draft.append(TripEvent.planned(goal: "sea", cost: 3), to: id)
      try draft.append(TripEvent.dearer(to: 5), to: id)
    }
  }

  private func refusal<E: Entity>(_ type: E.Type) -> StoreError? {
    #expect(throws: StoreError.self) { try open(type) }
  }

  @Test func `types that read what is stored open the store`() throws {
    try fill()
    #expect(try open(Trip.self).read { try $0.entity(Trip.self, id) }?.cost == 5)
  }

  @Test func `a renamed case is refused at open, with the type and what to raise`() throws {
    try fill()
    let error = refusal(RenamedTrip.self)
    #expect(error?.code == .storedFormatChanged)
    let message = error?.message ?? ""
    for words in ["trip.event", "position 1", "version of trip.event to 2", "upcaster from 1"] {
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test func `a relabelled value is refused at open`() throws {
    try fill()
    #expect(refusal(RelabelledTrip.self)?.message.contains("position 2") == true)
  }

  @Test func `a state that cannot be read is refused at open, with the revision to raise`() throws {
    try fill()
    let error = refusal(RekeyedTrip.self)
    #expect(error?.code == .storedFormatChanged)
    #expect(error?.message.contains("revision of trip to 2") == true, "\(error?.message ?? "")")
  }

  @Test func `raising the revision folds states that cannot be read from the events`() throws {
    try fill()
    let store = try open(RaisedTrip.self)
    #expect(try store.read { try $0.entity(RaisedTrip.self, id) }?.cost == 5)
  }

  @Test func `without the check the store opens, and reading the events says what is wrong`() throws
  {
    try fill()
    let store = try open(RenamedTrip.self, checks: false)
    #expect(throws: (any Error).self) {
      try store.read { try $0.events(of: RenamedTrip.self, id) }
    }
  }

  @Test func `an unreadable event of another store is in quarantine and does not refuse the store`()
    throws
  {
    let other = try EventStore.temporary(schema: Schema().entity(RenamedTrip.self))
    try other.append { [id] in
      try $0.append(RenamedTripEvent.intended(goal: "sea", cost: 3), to: id)
    }
    let message = try #require(try other.read { try $0.message(of: 1) })
    do {
      let store = try open(Trip.self)
      try store.absorb(message)
      #expect(try store.quarantine().count == 1)
    }
    try open(Trip.self)
  }
}

// MARK: - What a purge has left

extension StoredSampleTests {
  /// A store of which only what the events came to is left.
  private func fillAndPurge() throws {
    try fill()
    let store = try open(Trip.self)
    try store.purge(before: try store.read { try $0.token() })
  }

  @Test func `what a purge has left is refused at open when no event could fold it anew`() throws {
    try fillAndPurge()
    let error = refusal(RaisedTrip.self)
    #expect(error?.code == .storedFormatChanged)
    #expect(error?.message.contains("what a purge has left of trip \(id)") == true)
    #expect(try open(Trip.self).read { try $0.entity(Trip.self, id) }?.cost == 5)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is left out makes verify not ok, and each open tells it`() async throws {
    try fillAndPurge()
    for _ in 1...3 {
      let (told, tell) = AsyncStream<[QuarantinedItem]>.makeStream()
      var options = StoreOptions()
      options.readsSamples = false
      options.onQuarantine = { tell.yield($0) }
      let store = try EventStore.open(
        at: directory.path, schema: Schema().entity(RaisedTrip.self), options: options)
      #expect(try store.read { try $0.entity(RaisedTrip.self, id) } == nil)
      let found = try await store.verify()
      #expect(!found.ok && found.isSound)
      let wrong = found.checks.filter { !$0.ok }
      #expect(wrong.map(\.name) == ["left out"] && wrong.allSatisfy { $0.part == .schema })
      #expect(wrong.first?.detail.contains("\(id)") == true)
      var items = told.makeAsyncIterator()
      #expect(await items.next()?.map(\.entity) == [id])
      try await store.close()
    }
    // Nothing is lost: a type that can read it has it again.
    let store = try open(LaterTrip.self)
    #expect(try store.read { try $0.entity(LaterTrip.self, id) }?.cost == 5)
    #expect(try await store.verify().ok)
  }
}

// MARK: Trips, and what becomes of them

private enum TripEvent: CodableEntityEvent {
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(to: Int)
}

/// A trip whose events are those that were stored.
private protocol AnyTrip: Entity, CodablePayload where Event == TripEvent {
  var cost: Int { get set }
  init(goal: String, cost: Int)
}

extension AnyTrip {
  static var kind: String { "trip" }

  static func fold(_ state: inout Self?, _ event: TripEvent) {
    switch event {
    case .planned(let goal, let cost): state = Self(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private struct Trip: AnyTrip {
  var goal: String
  var cost: Int
}

/// The same properties under other keys.
private struct RekeyedTrip: AnyTrip {
  enum CodingKeys: String, CodingKey {
    case goal = "destination"
    case cost
  }
  var goal: String
  var cost: Int
}

private struct RaisedTrip: AnyTrip {
  enum CodingKeys: String, CodingKey {
    case goal = "destination"
    case cost
  }
  static let revision = 2
  var goal: String
  var cost: Int
}

/// The properties under their first keys again.
private struct LaterTrip: AnyTrip {
  static let revision = 3
  var goal: String
  var cost: Int
}

private struct RenamedTrip: Entity, CodablePayload {
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(_ state: inout RenamedTrip?, _ event: RenamedTripEvent) {
    switch event {
    case .intended(let goal, let cost): state = RenamedTrip(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private enum RenamedTripEvent: CodableEntityEvent {
  static let type = EventType("trip.event")
  case intended(goal: String, cost: Int)
  case dearer(to: Int)
}

private struct RelabelledTrip: Entity, CodablePayload {
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(_ state: inout RelabelledTrip?, _ event: RelabelledTripEvent) {
    switch event {
    case .planned(let goal, let cost): state = RelabelledTrip(goal: goal, cost: cost)
    case .dearer(let more): state?.cost += more
    }
  }
}

private enum RelabelledTripEvent: CodableEntityEvent {
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(by: Int)
}
