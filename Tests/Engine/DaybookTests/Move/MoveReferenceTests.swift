import Testing

@testable import Daybook

private struct Hall: Entity, CodablePayload, RestatedEntity {
  static let kind = "halls.hall"
  var name: String
  var restated: Event { .made(self) }

  enum Event: CodableEntityEvent {
    case made(Hall)
    case left
  }

  static func fold(_ hall: inout Hall?, _ event: Event) {
    switch event {
    case .made(let new): hall = new
    case .left: hall = nil
    }
  }
}

private struct Fabric: Entity, CodablePayload, RestatedEntity {
  static let kind = "halls.fabric"
  var name: String
  var mergedInto: ID<Fabric>?
  var restated: Event { .made(self) }

  enum Event: CodableEntityEvent {
    case made(Fabric)
    case merged(into: ID<Fabric>)
  }

  static func fold(_ fabric: inout Fabric?, _ event: Event) {
    switch event {
    case .made(let new): fabric = new
    case .merged(let kept): fabric?.mergedInto = kept
    }
  }
}

/// No event carries its state.
private struct Maker: Entity, CodablePayload {
  static let kind = "halls.maker"
  var mergedInto: ID<Maker>?

  enum Event: CodableEntityEvent {
    case came
    case merged(into: ID<Maker>)
  }

  static func fold(_ maker: inout Maker?, _ event: Event) {
    switch event {
    case .came: maker = Maker()
    case .merged(let kept): maker?.mergedInto = kept
    }
  }
}

private struct Seat: Entity, CodablePayload, RestatedEntity {
  static let kind = "halls.seat"
  var hall: ID<Hall>
  var cover: ID<Fabric>?
  var filling: ID<Fabric>?
  var lining: ID<Fabric>?
  var maker: ID<Maker>?
  var restated: Event { .made(self) }

  enum Event: CodableEntityEvent {
    case made(Seat)
  }

  static func fold(_ seat: inout Seat?, _ event: Event) {
    switch event {
    case .made(let new): seat = new
    }
  }
}

private struct SeatsOfHall: Relation {
  static let name = "halls.seatsOfHall"
  static let rule = DeleteRule.cascade
  static func parent(of seat: Seat) -> ID<Hall>? { seat.hall }
  static func set(_ hall: ID<Hall>?, of seat: inout Seat) { if let hall { seat.hall = hall } }
}

private struct SeatsOfCover: Relation {
  static let name = "halls.seatsOfCover"
  static let rule = DeleteRule.cascade
  static func parent(of seat: Seat) -> ID<Fabric>? { seat.cover }
  static func set(_ fabric: ID<Fabric>?, of seat: inout Seat) { seat.cover = fabric }
}

private struct SeatsOfFilling: Relation {
  static let name = "halls.seatsOfFilling"
  static let rule = DeleteRule.nullify
  static func parent(of seat: Seat) -> ID<Fabric>? { seat.filling }
  static func set(_ fabric: ID<Fabric>?, of seat: inout Seat) { seat.filling = fabric }
}

private struct SeatsOfLining: Relation {
  static let name = "halls.seatsOfLining"
  static let rule = DeleteRule.deny
  static func parent(of seat: Seat) -> ID<Fabric>? { seat.lining }
  static func set(_ fabric: ID<Fabric>?, of seat: inout Seat) { seat.lining = fabric }
}

private struct SeatsOfMaker: Relation {
  static let name = "halls.seatsOfMaker"
  static let rule = DeleteRule.nullify
  static func parent(of seat: Seat) -> ID<Maker>? { seat.maker }
  static func set(_ maker: ID<Maker>?, of seat: inout Seat) { seat.maker = maker }
}

extension Schema {
  fileprivate static let halls = Schema()
    .entity(Hall.self).entity(Fabric.self).entity(Maker.self).entity(Seat.self)
    .projection(SeatsOfHall()).projection(SeatsOfCover()).projection(SeatsOfFilling())
    .projection(SeatsOfLining()).projection(SeatsOfMaker())
}

/// What is moved refers to what stays, and that was merged.
struct MoveReferenceTests {
  private let own: EventStore
  private let shared: EventStore
  private let hall = ID<Hall>.timeOrdered()
  private let seat = ID<Seat>.timeOrdered()
  private let fabrics: [ID<Fabric>]

  init() throws {
    own = try EventStore.temporary(schema: .halls)
    shared = try EventStore.temporary(schema: .halls)
    fabrics = (0..<3).map { _ in ID<Fabric>.timeOrdered() }.sorted()
    let hall = hall
    for fabric in fabrics {
      try own.append { try $0.append(.made(Fabric(name: "felt")), to: fabric) }
    }
    try own.append { try $0.append(.made(Hall(name: "opera")), to: hall) }
  }

  private func make(_ own: EventStore, _ change: (inout Seat) -> Void) throws {
    var new = Seat(hall: hall)
    change(&new)
    try own.append { [new, seat] in try $0.append(.made(new), to: seat) }
  }

  private func merge(_ fabric: Int, into kept: Int) throws {
    try own.append { [fabrics] in
      try $0.append(.merged(into: fabrics[kept]), to: fabrics[fabric])
    }
  }

  private func fabrics(_ store: EventStore) throws -> [ID<Fabric>] {
    try store.read { try $0.entities(of: Fabric.self).map(\.id) }
  }

  private func references(_ store: EventStore) throws -> [ID<Fabric>?] {
    let seat = try store.read { [seat] in try $0.entity(seat) }
    return [seat?.cover, seat?.filling, seat?.lining]
  }

  @Test(arguments: [MoveForm.history, .state], [0, 1, 2])
  func `a reference by any rule leads through what was merged, there too`(
    form: MoveForm, rule: Int
  ) throws {
    let all: [WritableKeyPath<Seat, ID<Fabric>?>] = [\.cover, \.filling, \.lining]
    try make(own) { $0[keyPath: all[rule]] = fabrics[2] }
    try merge(2, into: 1)
    try merge(1, into: 0)
    let before = try references(own)
    #expect(before[rule] == fabrics[0])
    #expect(try own.move(hall, to: shared, leaving: .left, as: form).entities == 2)
    #expect(try references(shared) == before)
    // What they were merged into stays, and so do they.
    #expect(try fabrics(own) == [fabrics[0]])
    #expect(try fabrics(shared) == [])
    #expect(try shared.move(hall, to: own, leaving: .left, as: form).entities == 2)
    #expect(try references(own) == before)
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test(arguments: [MoveForm.history, .state])
  func `the oldest one of a circle is what references lead to, there too`(form: MoveForm) throws {
    try make(own) { $0.filling = fabrics[1] }
    for place in 0..<3 { try merge(place, into: (place + 1) % 3) }
    #expect(try references(own)[1] == fabrics[0])
    _ = try own.move(hall, to: shared, leaving: .left, as: form)
    #expect(try references(shared)[1] == fabrics[0])
    #expect(try fabrics(shared) == [fabrics[0]])
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test(arguments: [MoveForm.history, .state])
  func `what the other store has by itself is not merged there`(form: MoveForm) throws {
    try shared.append { [fabrics] in try $0.append(.made(Fabric(name: "felt")), to: fabrics[2]) }
    try make(own) { $0.filling = fabrics[2] }
    try merge(2, into: 0)
    _ = try own.move(hall, to: shared, leaving: .left, as: form)
    #expect(try fabrics(shared) == [fabrics[2]])
    #expect(try references(shared)[1] == fabrics[2])
    for store in [own, shared] { #expect(try store.faults() == []) }
  }

  @Test(arguments: [MoveForm.history, .state])
  func `after a kill at each commit it leads where it led`(form: MoveForm) throws {
    try make(own) { $0.filling = fabrics[2] }
    try merge(2, into: 1)
    try merge(1, into: 0)
    var kills = 0
    while true {
      do {
        _ = try Move(
          root: hall, source: own, target: shared, author: nil, leaving: .left, form: form,
          watch: { throw Killed() }
        ).run()
        break
      } catch is Killed { kills += 1 }
    }
    #expect(kills >= 2)
    #expect(try references(shared)[1] == fabrics[0])
    #expect(try fabrics(shared) == [])
  }

  @Test func `what no event carries comes with its history, where states are moved`() throws {
    let makers = [ID<Maker>.timeOrdered(), .timeOrdered()]
    try own.append { for maker in makers { try $0.append(.came, to: maker) } }
    try make(own) { $0.maker = makers[1] }
    try own.append { try $0.append(.merged(into: makers[0]), to: makers[1]) }
    _ = try own.move(hall, to: shared, leaving: .left, as: .state)
    let moved = try shared.read { [seat] in try $0.entity(seat) }
    #expect(moved?.maker == makers[0])
  }

  private struct Killed: Error {}
}
