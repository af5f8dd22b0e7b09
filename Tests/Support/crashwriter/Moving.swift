package import Daybook

/// A crate, which is moved with the things in it.
package struct Crate: Entity, RestatedEntity, CodablePayload {
  package static let kind = "crash.crate"
  package var name: String

  package enum Event: CodableEntityEvent {
    case made(name: String)
    case left
  }

  package static func fold(_ crate: inout Crate?, _ event: Event) {
    switch event {
    case .made(let name): crate = Crate(name: name)
    case .left: crate = nil
    }
  }

  package var restated: Event { .made(name: name) }
}

package struct CratedThing: Entity, RestatedEntity, CodablePayload {
  package static let kind = "crash.thing"
  package var crate: ID<Crate>
  package var number: Int

  package enum Event: CodableEntityEvent {
    case put(CratedThing)
  }

  package static func fold(_ thing: inout CratedThing?, _ event: Event) {
    switch event {
    case .put(let new): thing = new
    }
  }

  package var restated: Event { .put(self) }
}

package struct ThingsOfCrate: Relation {
  package static let name = "crash.thingsOfCrate"
  package static let rule = DeleteRule.cascade
  package static func parent(of thing: CratedThing) -> ID<Crate>? { thing.crate }
  package static func set(_ crate: ID<Crate>?, of thing: inout CratedThing) {
    if let crate { thing.crate = crate }
  }
}

/// Moves a crate from one store of a folder into the next one.
package struct Moving {
  package static let schema =
    Schema().entity(Crate.self).entity(CratedThing.self).projection(ThingsOfCrate())
  package static let crate = ID<Crate>(
    UUID(uuid: (6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  /// How many things are in it.
  package static let count = 1000
  /// How many of them a transaction puts there.
  private static let portion = 5

  /// The store with a number.
  package static func store(_ number: UInt64, in folder: String) throws -> EventStore {
    try EventStore.open(at: "\(folder)/\(number)", schema: schema)
  }

  /// Makes the first store, with the crate.
  package static func prepare(_ folder: String) throws {
    let store = try store(0, in: folder)
    try store.append { try $0.append(.made(name: "crate"), to: crate) }
    for start in stride(from: 0, to: count, by: portion) {
      try store.append(author: "packer \(start)", durability: .relaxed) { draft in
        for number in start..<start + portion {
          let thing = CratedThing(crate: crate, number: number)
          try draft.append(.put(thing), to: ID<CratedThing>.timeOrdered())
        }
      }
    }
    try store.close()
  }

  /// By its history and by its state in turn.
  static func run(_ folder: String, from number: UInt64) throws -> Never {
    let (here, there) = (try store(number, in: folder), try store(number + 1, in: folder))
    Output.line("moving")
    try here.move(
      crate, to: there, author: "mover", leaving: .left,
      as: number.isMultiple(of: 2) ? .history : .state)
    Output.line("moved")
    Output.rest()
  }
}
