import Daybook
import Foundation
import Interchange

/// A place where somebody was.
public struct CheckIn: Entity, FieldPayload, Importable, Hashable {
  public static let kind = "checkins.checkIn"
  public static let revision = 2
  public static let propertyNames = [
    1: "name", 2: "address", 3: "latitude", 4: "longitude", 5: "category", 6: "createdAt",
    7: "isDeleted",
  ]

  public var name = ""
  /// Empty for a bare location.
  public var address = ""
  public var latitude = Coordinate()
  public var longitude = Coordinate()
  public var category: String?
  /// When somebody was there; the only thing that a person can change.
  public var createdAt = Date(timeIntervalSinceReferenceDate: 0)
  public var isDeleted = false

  /// What can happen to a check-in.
  public enum Event: FieldEntityEvent, Equatable {
    case recorded(CheckIn), amended(FieldPatch<CheckIn>), deleted, restored

    public static let types: [EventType] = [
      "checkIn.recorded", "checkIn.amended", "checkIn.deleted", "checkIn.restored",
    ]

    public func cases(_ event: inout some CaseCoding) {
      switch self {
      case .recorded(let checkIn): event(0, checkIn)
      case .amended(let patch): event(1, patch)
      case .deleted: event(2)
      case .restored: event(3)
      }
    }

    public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      switch typeIndex {
      case 0: .recorded(try reader.payload())
      case 1: .amended(try reader.payload())
      case 2: .deleted
      default: .restored
      }
    }
  }

  public init() {}

  public init(
    name: String, address: String = "", latitude: Coordinate, longitude: Coordinate,
    category: String? = nil, createdAt: Date
  ) {
    self.name = name
    self.address = address
    self.latitude = latitude
    self.longitude = longitude
    self.category = category
    self.createdAt = createdAt
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &address)
    try field(3, &latitude)
    try field(4, &longitude)
    try field(5, &category)
    try field(6, &createdAt)
    try field(7, &isDeleted)
  }

  /// Of two creations the first counts, because that of another phone may come late.
  public static func fold(_ state: inout CheckIn?, _ event: Event) throws {
    switch event {
    case .recorded(let checkIn): if case .none = state { state = checkIn }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ state: CheckIn) -> Event { .recorded(state) }

  public static func amended(from old: CheckIn, to new: CheckIn) -> Event? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }

  public var importedDate: Date? { createdAt }
}
