public import Daybook

extension Draft {
  /// Moves the baby's last diaper change to another time; a baby without one gets a pee then.
  ///
  /// BabyDashboard's way to log a change late. Undo brings the old time back.
  ///
  /// - Parameters:
  ///   - baby: the baby.
  ///   - time: when the diaper was changed.
  ///   - id: the identifier of a change that has to be made.
  ///   - rules: what is refused; nil goes by `entryRules`.
  /// - Returns: the change.
  /// - Throws: `NurseryError.invalid`.
  @discardableResult
  public mutating func setDiaperTime(
    of baby: UUID, to time: Date, id: UUID = UUID(), rules: EntryRules? = nil
  ) throws -> UUID {
    if let last = try view(LastEntries.self).lastDiaper(of: baby) {
      try edit(DiaperChange.self, last, rules: rules) { $0.time = time }
      return last
    }
    return try add(
      id, DiaperChange(baby: baby, time: time, wet: true, typeText: "pee"), rules: rules)
  }
}
