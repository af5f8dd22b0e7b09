public import Daybook

/// What can happen to the profile of a child.
public enum BabyEvent: EntityEvent, Equatable {
  public typealias Subject = BabyProfile

  /// The profile was made or imported.
  case created(BabyProfile)
  /// Properties were changed; a rename changes the name alone.
  case amended(BabyAmendment)
  /// The profile was deleted; feeds and diapers of the child stay.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types = [
    EventType("baby.created"), EventType("baby.amended"), EventType("baby.deleted"),
    EventType("baby.restored"),
  ]

  public var typeIndex: Int {
    switch self {
    case .created: 0
    case .amended: 1
    case .deleted: 2
    case .restored: 3
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .created(let profile): profile.encode(into: &writer)
    case .amended(let amendment): amendment.encode(into: &writer)
    case .deleted, .restored: break
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> BabyEvent {
    switch typeIndex {
    case 0: .created(try BabyProfile(from: &reader))
    case 1: .amended(try BabyAmendment(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}
