public import Daybook

/// What can happen to an entry.
public enum EntryEvent<Details: EntryDetails>: FieldEntityEvent, Equatable {
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

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .recorded(let entry): event(0, entry)
    case .started(let entry): event(1, entry)
    case .finished(let patch): event(2, patch)
    case .amended(let patch): event(3, patch)
    case .cancelled: event(4)
    case .deleted: event(5)
    case .restored: event(6)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0: .recorded(try Entry<Details>(from: &reader))
    case 1: .started(try Entry<Details>(from: &reader))
    case 2: .finished(try FieldPatch(from: &reader))
    case 3: .amended(try FieldPatch(from: &reader))
    case 4: .cancelled
    case 5: .deleted
    default: .restored
    }
  }
}

extension Entry {
  /// Applies one event; the last event in canonical order wins, field by field.
  ///
  /// Only the first event that writes an entry down counts, because another device's may come
  /// late. Edits of a deleted entry still apply under the deletion; edits of an entry that does not
  /// exist are ignored.
  public static func fold(_ state: inout Self?, _ event: EntryEvent<Details>) throws {
    switch event {
    case .recorded(let entry), .started(let entry): if case .none = state { state = entry }
    case .finished(let patch), .amended(let patch): try patch.apply(to: &state)
    case .cancelled, .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ entry: Self) -> Event { .recorded(entry) }

  public static func amended(from old: Self, to new: Self) -> Event? {
    let patch = FieldPatch(from: old, to: new.withOrigin(of: old))
    return patch.isEmpty ? nil : .amended(patch)
  }

  public static func started(_ entry: Self) -> Event { .started(entry) }

  public static func finished(from old: Self, to new: Self) -> Event {
    .finished(FieldPatch(from: old, to: new.withOrigin(of: old)))
  }

  public static var cancelled: Event { .cancelled }
  public static var deleted: Event { .deleted }
  public static var restored: Event { .restored }
}
