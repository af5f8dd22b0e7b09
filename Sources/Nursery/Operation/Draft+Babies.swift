public import Daybook

extension Draft {
  /// Adds a baby.
  ///
  /// - Throws: `NurseryError.emptyName`; `NurseryError.invalid` for an identifier in use, a number
  ///   or time that is not finite, and a negative feed term.
  public mutating func addBaby(_ id: UUID, _ profile: BabyProfile) throws {
    guard profile.hasName else { throw NurseryError.emptyName }
    let problems = profile.problems
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
    try checkIsFree(BabyProfile.self, id)
    try append(BabyEvent.created(profile), to: id)
  }

  /// Changes a profile, its name included. Only what differs is written.
  ///
  /// - Throws: `NurseryError.noSuchEntry`, `emptyName`, `invalid` for what was not wrong before.
  public mutating func editBaby(_ id: UUID, _ body: (inout BabyProfile) throws -> Void) throws {
    guard let old = try entity(BabyProfile.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    guard new.hasName else { throw NurseryError.emptyName }
    let before = old.problems
    let problems = new.problems.filter { !before.contains($0) }
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
    let amendment = BabyAmendment(from: old, to: new)
    if !amendment.isEmpty { try append(BabyEvent.amended(amendment), to: id) }
  }

  /// Deletes a baby. All of its entries stay, without a name, and so does its checklist.
  ///
  /// BabyDashboard deletes custom events with their baby and keeps the rest; here nothing is lost
  /// that `restoreBaby` could not show again.
  ///
  /// - Throws: `NurseryError.noSuchEntry`.
  public mutating func deleteBaby(_ id: UUID) throws {
    guard try entity(BabyProfile.self, id) != nil else { throw NurseryError.noSuchEntry(id) }
    try append(BabyEvent.deleted, to: id)
  }

  /// Brings a deleted baby back; its entries have their name again. One that is there stays as it
  /// is.
  ///
  /// - Throws: `NurseryError.noSuchEntry` as `restore`.
  public mutating func restoreBaby(_ id: UUID) throws {
    guard let state = try now().state(BabyProfile.self, id) else {
      throw NurseryError.noSuchEntry(id)
    }
    if state.isDeleted { try append(BabyEvent.restored, to: id) }
  }
}

extension BabyProfile {
  fileprivate var hasName: Bool { name.contains { !$0.isWhitespace } }

  /// What is wrong with its numbers and times.
  fileprivate var problems: [EntryProblem] {
    if !feedTerm.isFinite || !createdAt.timeIntervalSinceReferenceDate.isFinite {
      return [.notFinite]
    }
    return feedTerm < 0 ? [.negative] : []
  }
}
