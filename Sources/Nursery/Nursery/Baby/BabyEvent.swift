public import Daybook

/// What can happen to the profile of a child.
public enum BabyEvent: FieldEntityEvent, Equatable {
  /// The profile was made or imported.
  case created(BabyProfile)
  /// Properties were changed; a rename changes the name alone.
  case amended(FieldPatch<BabyProfile>)
  /// The profile was deleted; feeds and diapers of the child stay.
  case deleted
  /// The deletion was taken back.
  case restored

  public static let types: [EventType] = [
    "baby.created", "baby.amended", "baby.deleted", "baby.restored",
  ]

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .created(let profile): event(0, profile)
    case .amended(let patch): event(1, patch)
    case .deleted: event(2)
    case .restored: event(3)
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> BabyEvent {
    switch typeIndex {
    case 0: .created(try BabyProfile(from: &reader))
    case 1: .amended(try FieldPatch(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}

extension BabyProfile {
  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// profile still apply under the deletion; edits of a profile that does not exist are ignored.
  public static func fold(_ state: inout BabyProfile?, _ event: BabyEvent) throws {
    switch event {
    case .created(let profile): if case .none = state { state = profile }
    case .amended(let patch): try patch.apply(to: &state)
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  /// The event that changes a profile; nil when nothing differs. When it was made, where it came
  /// from and whether it is deleted are not for edits.
  public static func amended(from old: BabyProfile, to new: BabyProfile) -> BabyEvent? {
    var new = new
    (new.createdAt, new.source, new.isDeleted) = (old.createdAt, old.source, old.isDeleted)
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}
