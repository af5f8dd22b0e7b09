public import Daybook
internal import Foundation
public import Interchange
public import Nursery

extension FeedSession: Importable {}
extension DiaperChange: Importable {}
extension Entry: Importable {}

extension Importable where Self: NurseryEntry {
  public static var removed: Event? { deleted }
  public var importedDate: Date? { date }
  public var importedAmount: Double? { volume?.nanolitres.map(Double.init) }
}

extension BabyProfile: Importable {
  public static var removed: BabyEvent? { .deleted }

  public static func recorded(_ state: BabyProfile) -> BabyEvent { .created(state) }

  public static func amended(from old: BabyProfile, to new: BabyProfile) -> BabyEvent? {
    let amendment = BabyAmendment(from: old, to: new)
    return amendment.isEmpty ? nil : .amended(amendment)
  }
}

extension Record: Importable {
  public static var removed: RecordEvent<Value>? { .deleted }

  public static func recorded(_ state: Self) -> RecordEvent<Value> { .created(state.value) }

  public static func amended(from old: Self, to new: Self) -> RecordEvent<Value>? {
    let patch = FieldPatch(from: old.value, to: new.value)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

extension RunningTimer: Importable {
  public static var removed: TimerEvent? { .deleted }

  public static func recorded(_ state: RunningTimer) -> TimerEvent { .started(state) }

  /// A timer does not change; it becomes an entry, or ends.
  public static func amended(from old: RunningTimer, to new: RunningTimer) -> TimerEvent? { nil }
}
