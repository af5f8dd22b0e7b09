public import Daybook

/// What can happen to an entry.
public enum EntryEvent<Details: EntryDetails>: EntityEvent, Equatable {
  public typealias Subject = Entry<Details>

  /// A whole entry was written down or imported.
  case recorded(Entry<Details>)
  /// It began; the end is not known yet.
  case started(Entry<Details>)
  /// It ended, with what was told then.
  case finished(FieldPatch<Entry<Details>>)
  /// Fields were changed.
  case amended(FieldPatch<Entry<Details>>)
  /// It was taken back while it ran.
  case cancelled
  /// It was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static var types: [EventType] {
    ["recorded", "started", "finished", "amended", "cancelled", "deleted", "restored"].map {
      EventType("\(Details.kindName).\($0)")
    }
  }

  public var typeIndex: Int {
    switch self {
    case .recorded: 0
    case .started: 1
    case .finished: 2
    case .amended: 3
    case .cancelled: 4
    case .deleted: 5
    case .restored: 6
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .recorded(let entry), .started(let entry): entry.encode(into: &writer)
    case .finished(let patch), .amended(let patch): patch.encode(into: &writer)
    case .cancelled, .deleted, .restored: break
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0, 1:
      let entry = try Subject(from: &reader)
      guard entry.start != Subject.noStart else { throw PayloadError.missing(2) }
      return typeIndex == 0 ? .recorded(entry) : .started(entry)
    case 2: return .finished(try FieldPatch(from: &reader))
    case 3: return .amended(try FieldPatch(from: &reader))
    case 4: return .cancelled
    case 5: return .deleted
    default: return .restored
    }
  }
}

extension Entry {
  /// Applies one event; the last event in canonical order wins, field by field.
  ///
  /// Only the first event that writes an entry down counts, because another device's may come
  /// late. Edits of a deleted entry still apply under the deletion; edits of an entry that does not
  /// exist are ignored.
  public static func fold(
    _ state: inout Self?, _ event: EntryEvent<Details>, _ context: EventContext
  ) throws {
    switch event {
    case .recorded(let entry), .started(let entry): if case .none = state { state = entry }
    case .finished(let patch), .amended(let patch):
      guard var changed = state else { return }
      try patch.apply(to: &changed)
      state = changed
    case .cancelled, .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ entry: Self) -> Event { .recorded(entry) }

  public static func amended(from old: Self, to new: Self) -> Event? {
    let patch = patch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }

  public static func started(_ entry: Self) -> Event { .started(entry) }

  public static func finished(from old: Self, to new: Self) -> Event {
    .finished(patch(from: old, to: new))
  }

  public static var cancelled: Event { .cancelled }
  public static var deleted: Event { .deleted }
  public static var restored: Event { .restored }

  /// What differs; source and deletion are not for edits.
  private static func patch(from old: Self, to new: Self) -> FieldPatch<Self> {
    var new = new
    new.source = old.source
    new.isDeleted = old.isDeleted
    return FieldPatch(from: old, to: new)
  }
}
