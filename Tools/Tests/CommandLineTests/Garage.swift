import Daybook
import Foundation

/// Another app, of which the command line knows nothing.
enum Garage {
  /// Makes a store with as many cars, each of one event.
  static func make(at path: String, cars: Int) throws {
    let store = try EventStore.open(at: path, schema: Schema().entity(Car.self))
    for number in 0..<cars {
      try store.append(author: "Ada") { try $0.append(CarEvent.parked(number), to: UUID()) }
    }
  }
}

private enum CarEvent: CodableEntityEvent {
  static let type = EventType("car.event")
  case parked(Int)
}

private struct Car: Entity, CodablePayload {
  static let kind = "garage.car"
  typealias Event = CarEvent
  var place = 0
  var isDeleted: Bool { false }

  static func fold(_ state: inout Car?, _ event: CarEvent) throws {
    if case .parked(let place) = event { state = Car(place: place) }
  }
}
