internal import Daybook

extension DiaperChange {
  public static func recorded(_ entry: DiaperChange) -> DiaperEvent { .recorded(entry) }

  /// The event that changes it. Where wet or solid changes, BabyDashboard's type goes when it says
  /// something else.
  public static func amended(from old: DiaperChange, to new: DiaperChange) -> DiaperEvent? {
    var new = new
    let isOther = new.wet != old.wet || new.solid != old.solid
    if isOther,
      new.typeText == "pee" && (new.solid || !new.wet) || new.typeText == "poo" && !new.solid
    {
      new.typeText = nil
    }
    let amendment = DiaperAmendment(from: old, to: new)
    return amendment.isEmpty ? nil : .amended(amendment)
  }

  public static var deleted: DiaperEvent { .deleted }
  public static var restored: DiaperEvent { .restored }
}
