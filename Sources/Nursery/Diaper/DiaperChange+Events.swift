internal import Daybook

extension DiaperChange {
  public static func recorded(_ entry: DiaperChange) -> DiaperEvent { .recorded(entry) }

  public static func amended(from old: DiaperChange, to new: DiaperChange) -> DiaperEvent? {
    let amendment = DiaperAmendment(from: old, to: new)
    return amendment.isEmpty ? nil : .amended(amendment)
  }

  public static var deleted: DiaperEvent { .deleted }
  public static var restored: DiaperEvent { .restored }
}
