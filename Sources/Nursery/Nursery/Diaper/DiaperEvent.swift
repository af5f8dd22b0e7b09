public import Daybook

/// What can happen to a diaper change.
public enum DiaperEvent: FieldEntityEvent, Equatable {
  /// A change was logged or imported.
  case recorded(DiaperChange)
  /// Properties were changed.
  case amended(FieldPatch<DiaperChange>)
  /// The change was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types: [EventType] = [
    "diaper.recorded", "diaper.amended", "diaper.deleted", "diaper.restored",
  ]

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .recorded(let change): event(0, change)
    case .amended(let patch): event(1, patch)
    case .deleted: event(2)
    case .restored: event(3)
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> DiaperEvent {
    switch typeIndex {
    case 0: .recorded(try DiaperChange(from: &reader))
    case 1: .amended(try FieldPatch(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}

extension DiaperChange {
  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// change still apply under the deletion; edits of a change that does not exist are ignored.
  public static func fold(_ state: inout DiaperChange?, _ event: DiaperEvent) throws {
    switch event {
    case .recorded(let change): if case .none = state { state = change }
    case .amended(let patch): try patch.apply(to: &state)
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ entry: DiaperChange) -> DiaperEvent { .recorded(entry) }

  /// The event that changes it. Where wet or solid changes, BabyDashboard's type goes when it says
  /// something else.
  public static func amended(from old: DiaperChange, to new: DiaperChange) -> DiaperEvent? {
    var new = new.withOrigin(of: old)
    let isOther = new.wet != old.wet || new.solid != old.solid
    if isOther,
      new.typeText == "pee" && (new.solid || !new.wet) || new.typeText == "poo" && !new.solid
    {
      new.typeText = nil
    }
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }

  public static var deleted: DiaperEvent { .deleted }
  public static var restored: DiaperEvent { .restored }
}
