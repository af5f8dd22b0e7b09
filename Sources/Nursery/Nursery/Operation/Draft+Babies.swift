public import Daybook

extension Draft {
  /// Adds a baby. White space around its name is left out.
  ///
  /// - Parameter rules: what is refused; nil goes by `entryRules`.
  /// - Returns: the baby.
  /// - Throws: `NurseryError.emptyName`; `NurseryError.invalid`, such as for an identifier in use.
  @discardableResult
  public mutating func addBaby(
    _ id: UUID, _ profile: BabyProfile, rules: EntryRules? = nil
  ) throws -> UUID {
    var profile = profile
    profile.name = trimmed(profile.name)
    try check(profile, id, rules)
    try append(BabyEvent.created(profile), to: id)
    return id
  }

  /// Changes a profile, its name included, around which white space is left out. Only what differs
  /// is written.
  ///
  /// - Parameter rules: what is refused; nil goes by `entryRules`. What was wrong before does not
  ///   count.
  /// - Returns: the profile as it is now.
  /// - Throws: `NurseryError.noSuchEntry`, `NurseryError.emptyName`, `NurseryError.invalid`.
  @discardableResult
  public mutating func editBaby(
    _ id: UUID, rules: EntryRules? = nil, _ body: (inout BabyProfile) throws -> Void
  ) throws -> BabyProfile {
    guard let old = try entity(BabyProfile.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    if new.name != old.name { new.name = trimmed(new.name) }
    try check(new, id, replacing: old, rules)
    guard let event = BabyProfile.amended(from: old, to: new) else { return old }
    try append(event, to: id)
    return try entity(BabyProfile.self, id) ?? new
  }

  /// Deletes a baby. All of its entries stay, without a name, and so does its checklist.
  ///
  /// BabyDashboard deletes custom events with their baby and keeps the rest; here nothing is lost
  /// that `restoreBaby` could not show again.
  ///
  /// - Returns: the profile as it was.
  /// - Throws: `NurseryError.noSuchEntry`.
  @discardableResult
  public mutating func deleteBaby(_ id: UUID) throws -> BabyProfile {
    guard let old = try entity(BabyProfile.self, id) else { throw NurseryError.noSuchEntry(id) }
    try append(BabyEvent.deleted, to: id)
    return old
  }

  /// Brings a deleted baby back; its entries have their name again. One that is there stays as it
  /// is, and nothing is written.
  ///
  /// - Returns: the profile as it is now.
  /// - Throws: `NurseryError.noSuchEntry` when there never was one, or what added it was taken
  ///   back.
  @discardableResult
  public mutating func restoreBaby(_ id: UUID) throws -> BabyProfile {
    guard let profile = try now().state(BabyProfile.self, id) else {
      throw NurseryError.noSuchEntry(id)
    }
    if profile.isDeleted { try append(BabyEvent.restored, to: id) }
    return try entity(BabyProfile.self, id) ?? profile
  }
}
