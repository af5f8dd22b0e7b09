public import Daybook

extension Draft {
  /// Writes down a diaper change.
  public mutating func logDiaper(_ id: UUID, _ diaper: DiaperChange) throws {
    try append(DiaperEvent.recorded(diaper), to: id)
  }

  /// Changes a diaper change. Only what differs is written; no difference writes nothing.
  ///
  /// - Throws: `NurseryError.noSuchEntry`.
  public mutating func editDiaper(_ id: UUID, _ body: (inout DiaperChange) throws -> Void) throws {
    guard let old = try entity(DiaperChange.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    let amendment = DiaperAmendment(from: old, to: new)
    if !amendment.isEmpty { try append(DiaperEvent.amended(amendment), to: id) }
  }

  /// Moves the baby's last diaper change to another time; a baby without one gets a pee then.
  ///
  /// BabyDashboard's way to log a change late. Undo brings the old time back.
  ///
  /// - Parameters:
  ///   - baby: the baby.
  ///   - time: when the diaper was changed.
  ///   - id: the identifier of a change that has to be made.
  /// - Returns: the change.
  @discardableResult
  public mutating func setDiaperTime(
    of baby: UUID, to time: Date, id: UUID = UUID()
  ) throws -> UUID {
    if let last = try view(LastEntries.self).lastDiaper(of: baby) {
      try editDiaper(last) { $0.time = time }
      return last
    }
    try logDiaper(id, DiaperChange(baby: baby, time: time, wet: true, typeText: "pee"))
    return id
  }

  /// Deletes a diaper change; `restoreDiaper` brings it back.
  ///
  /// - Throws: `NurseryError.noSuchEntry`.
  public mutating func deleteDiaper(_ id: UUID) throws {
    guard try entity(DiaperChange.self, id) != nil else { throw NurseryError.noSuchEntry(id) }
    try append(DiaperEvent.deleted, to: id)
  }

  /// Brings a deleted diaper change back.
  public mutating func restoreDiaper(_ id: UUID) throws {
    try append(DiaperEvent.restored, to: id)
  }
}
