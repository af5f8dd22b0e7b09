public import Daybook

extension Draft {
  /// Adds a baby.
  ///
  /// - Throws: `NurseryError.emptyName`.
  public mutating func addBaby(_ id: UUID, _ profile: BabyProfile) throws {
    guard profile.name.contains(where: { !$0.isWhitespace }) else { throw NurseryError.emptyName }
    try append(BabyEvent.created(profile), to: id)
  }

  /// Changes a profile, its name included. Only what differs is written.
  ///
  /// - Throws: `NurseryError.noSuchEntry`, `NurseryError.emptyName`.
  public mutating func editBaby(_ id: UUID, _ body: (inout BabyProfile) throws -> Void) throws {
    guard let old = try entity(BabyProfile.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    guard new.name.contains(where: { !$0.isWhitespace }) else { throw NurseryError.emptyName }
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

  /// Brings a deleted baby back; its entries have their name again.
  public mutating func restoreBaby(_ id: UUID) throws {
    try append(BabyEvent.restored, to: id)
  }
}
