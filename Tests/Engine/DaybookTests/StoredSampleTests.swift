import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Opening a store with types that cannot read what it holds.
@Suite struct StoredSampleTests {
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

// MARK: Trips, and what becomes of them

private struct Trip: Entity, CodablePayload {
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(_ state: inout Trip?, _ event: TripEvent, _ context: EventContext) {
    switch event {
    case .planned(let goal, let cost): state = Trip(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private enum TripEvent: CodableEntityEvent {
  typealias Subject = Trip
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(to: Int)
}

private struct RenamedTrip: Entity, CodablePayload {
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(
    _ state: inout RenamedTrip?, _ event: RenamedTripEvent, _ context: EventContext
  ) {
    switch event {
    case .intended(let goal, let cost): state = RenamedTrip(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private enum RenamedTripEvent: CodableEntityEvent {
  typealias Subject = RenamedTrip
  static let type = EventType("trip.event")
  case intended(goal: String, cost: Int)
  case dearer(to: Int)
}

private struct RelabelledTrip: Entity, CodablePayload {
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(
    _ state: inout RelabelledTrip?, _ event: RelabelledTripEvent, _ context: EventContext
  ) {
    switch event {
    case .planned(let goal, let cost): state = RelabelledTrip(goal: goal, cost: cost)
    case .dearer(let more): state?.cost += more
    }
  }
}

private enum RelabelledTripEvent: CodableEntityEvent {
  typealias Subject = RelabelledTrip
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(by: Int)
}

/// The same properties under other keys.
private struct RekeyedTrip: Entity, CodablePayload {
  enum CodingKeys: String, CodingKey {
    case goal = "destination"
    case cost
  }
  static let kind = "trip"
  var goal: String
  var cost: Int

  static func fold(
    _ state: inout RekeyedTrip?, _ event: RekeyedTripEvent, _ context: EventContext
  ) {
    switch event {
    case .planned(let goal, let cost): state = RekeyedTrip(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private enum RekeyedTripEvent: CodableEntityEvent {
  typealias Subject = RekeyedTrip
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(to: Int)
}

private struct RaisedTrip: Entity, CodablePayload {
  enum CodingKeys: String, CodingKey {
    case goal = "destination"
    case cost
  }
  static let kind = "trip"
  static let revision = 2
  var goal: String
  var cost: Int

  static func fold(_ state: inout RaisedTrip?, _ event: RaisedTripEvent, _ context: EventContext) {
    switch event {
    case .planned(let goal, let cost): state = RaisedTrip(goal: goal, cost: cost)
    case .dearer(let cost): state?.cost = cost
    }
  }
}

private enum RaisedTripEvent: CodableEntityEvent {
  typealias Subject = RaisedTrip
  static let type = EventType("trip.event")
  case planned(goal: String, cost: Int)
  case dearer(to: Int)
}
