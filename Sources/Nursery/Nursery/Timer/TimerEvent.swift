public import Daybook

/// What can happen to a timer.
public enum TimerEvent: FieldEntityEvent, Equatable {
  /// It began.
  case started(RunningTimer)
  /// It began anew, at that time.
  case restarted(Date)
  /// It became an entry.
  case stopped(TimedEntryReference)
  /// It was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types: [EventType] = [
    "timer.started", "timer.restarted", "timer.stopped", "timer.deleted", "timer.restored",
  ]

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .started(let timer): event(0, timer)
    case .restarted(let start): event(1, start)
    case .stopped(let entry): event(2, entry)
    case .deleted: event(3)
    case .restored: event(4)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0: .started(try reader.payload())
    case 1: .restarted(try reader.payload())
    case 2: .stopped(try reader.payload())
    case 3: .deleted
    default: .restored
    }
  }
}

/// Which entry a timer became.
public struct TimedEntryReference: PayloadCodable, Hashable {
  /// The stable name of the entity, such as `nursery.sleep`.
  public let kind: String
  /// The entry.
  public let id: UUID

  /// Names an entry.
  public init(kind: String, id: UUID) {
    self.kind = kind
    self.id = id
  }

  public init(from reader: inout PayloadReader) throws {
    var kind = ""
    var id: UUID?
    while let field = try reader.next() {
      switch field {
      case 1: kind = try reader.string()
      case 2: id = try reader.uuid()
      default: break
      }
    }
    guard let id else { throw PayloadError.missing(2) }
    self.init(kind: kind, id: id)
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.string(1, kind)
    writer.uuid(2, id)
  }
}
