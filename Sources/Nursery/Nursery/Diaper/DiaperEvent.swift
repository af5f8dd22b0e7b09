public import Daybook

/// What can happen to a diaper change.
public enum DiaperEvent: EntityEvent, Equatable {
  public typealias Subject = DiaperChange

  /// A change was logged or imported.
  case recorded(DiaperChange)
  /// Properties were changed.
  case amended(DiaperAmendment)
  /// The change was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types = [
    EventType("diaper.recorded"), EventType("diaper.amended"), EventType("diaper.deleted"),
    EventType("diaper.restored"),
  ]

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
    case .recorded(let change): change.encode(into: &writer)
    case .amended(let amendment): amendment.encode(into: &writer)
    case .deleted, .restored: break
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> DiaperEvent {
    switch typeIndex {
    case 0: .recorded(try DiaperChange(from: &reader))
    case 1: .amended(try DiaperAmendment(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}
