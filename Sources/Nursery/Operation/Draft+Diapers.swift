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
  /// - Returns: the change.
  /// - Throws: `NurseryError.invalid` when a change has to be made and the identifier is in use.
  @discardableResult
  public mutating func setDiaperTime(
    of baby: UUID, to time: Date, id: UUID = UUID()
  ) throws -> UUID {
    if let last = try view(LastEntries.self).lastDiaper(of: baby) {
      try edit(DiaperChange.self, last) { $0.time = time }
      return last
    }
    try checkIsFree(DiaperChange.self, id)
    try record(id, DiaperChange(baby: baby, time: time, wet: true, typeText: "pee"))
    return id
  }
}
