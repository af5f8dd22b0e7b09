import Daybook

/// What can happen to a check-in.
public enum CheckInEvent: EntityEvent, Equatable {
  /// Somebody was somewhere.
  case recorded(CheckIn)
  /// Fields were changed.
  case amended(FieldPatch<CheckIn>)
  /// It was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types = ["recorded", "amended", "deleted", "restored"].map {
    EventType("checkIn.\($0)")
  }

  public var typeIndex: Int {
    switch self {
    case .recorded: 0
    case .amended: 1
    case .deleted: 2
    case .restored: 3
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .recorded(let checkIn): checkIn.encode(into: &writer)
    case .amended(let patch): patch.encode(into: &writer)
    case .deleted, .restored: break
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> CheckInEvent {
    switch typeIndex {
    case 0: .recorded(try CheckIn(from: &reader))
    case 1: .amended(try FieldPatch(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}
