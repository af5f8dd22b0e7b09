import Daybook
import Testing

/// Flags that are false from the beginning, which nobody has set.
struct UntouchedFlagTests {
  private let id = UUID()

  /// Which fields of the lamp are as they were made, by name.
  ///
  /// - Parameter isPurged: whether no event is left of them.
  private func untouched(
    _ events: [LampEvent], isPurged: Bool = false
  ) throws -> [String: Bool] {
    let store = try EventStore.temporary(schema: Schema().entity(Lamp.self))
    for event in events {
      try store.append { [id] in try $0.append(event, to: Lamp.self, id) }
    }
    if isPurged { try store.purge(before: store.read { try $0.token() }) }
    let origins = try store.read { try $0.origins(ofKind: Lamp.kind, id) }
    return Dictionary(uniqueKeysWithValues: origins.map { ($0.name ?? "", $0.isUntouched) })
  }

  @Test func `a false that was stored with the first event was set by nobody`() throws {
    #expect(
      try untouched([.bought(isDimmable: nil)]) == ["isOn": true, "watts": false])
    #expect(
      try untouched([.bought(isDimmable: nil), .rated(5)]) == ["isOn": true, "watts": false])
  }

  @Test func `a flag that somebody has set was set, also back to false`() throws {
    let on: [LampEvent] = [.bought(isDimmable: nil), .switched(true)]
    #expect(try untouched(on)["isOn"] == false)
    #expect(try untouched(on + [.switched(false)])["isOn"] == false)
  }

  @Test func `of a flag that a purge has left nobody knows whether it was set`() throws {
    let off: [LampEvent] = [.bought(isDimmable: nil), .switched(true), .switched(false)]
    #expect(try untouched(off, isPurged: true)["isOn"] == false)
  }

  @Test func `an optional flag that says no was set`() throws {
    #expect(try untouched([.bought(isDimmable: false)])["isDimmable"] == false)
  }
}

/// A state that stores its flag also while it is false.
private struct Lamp: Entity, FieldPayload {
  static let kind = "lamp"
  static let propertyNames = [1: "isOn", 2: "isDimmable", 3: "watts"]
  var isOn = false
  var isDimmable: Bool?
  var watts = 0

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &isOn)
    try field(2, &isDimmable)
    try field(3, &watts)
  }

  static func fold(_ state: inout Lamp?, _ event: LampEvent) {
    switch event {
    case .bought(let isDimmable):
      var lamp = Lamp()
      lamp.isDimmable = isDimmable
      state = lamp
    case .switched(let isOn): state?.isOn = isOn
    case .rated(let watts): state?.watts = watts
    }
  }
}

private enum LampEvent: CodableEntityEvent {
  static let type = EventType("lamp.event")
  case bought(isDimmable: Bool?)
  case switched(Bool)
  case rated(Int)
}
