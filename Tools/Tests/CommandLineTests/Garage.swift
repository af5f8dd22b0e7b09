import Daybook

/// Another app, of which the command line knows nothing.
enum Garage {
  /// Makes a store with as many cars, each of one event.
  static func make(at path: String, cars: Int) throws {
    let store = try EventStore.open(at: path, schema: Schema().entity(Car.self))
    for number in 0..<cars {
      try store.append(author: "Ada") { try $0.append(CarEvent.parked(number), to: UUID()) }
    }
  }

  /// Takes back what was written last.
  static func undo(at path: String) throws {
    try EventStore.open(at: path, schema: Schema().entity(Car.self)).undo(by: "Ada")
  }

  /// Adds a car with a photo.
  ///
  /// - Returns: the text of the attachment.
  static func photograph(at path: String) throws -> String {
    let store = try EventStore.open(at: path, schema: Schema().entity(Car.self))
    let photo = try store.attachments.add([1, 2, 3])
    try store.append(author: "Ada") { try $0.append(CarEvent.photographed(photo), to: UUID()) }
    return photo.description
  }
}

private enum CarEvent: CodableEntityEvent {
  static let type = EventType("car.event")
  case parked(Int)
  case photographed(Attachment)
}

private struct Car: Entity, CodablePayload {
  static let kind = "garage.car"
  typealias Event = CarEvent
  var place = 0
  var photo: Attachment?
  var isDeleted: Bool { false }

  static func fold(_ state: inout Car?, _ event: CarEvent) throws {
    switch event {
    case .parked(let place): state = Car(place: place)
    case .photographed(let photo): state = Car(photo: photo)
    }
  }
}
