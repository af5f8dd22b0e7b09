public import Daybook

extension Draft {
  /// Writes an entry down as it is: for imports, which keep what they find.
  ///
  /// One that is there already, deleted or not, becomes like it. Its source stays.
  ///
  /// What a person enters goes through `add`, which checks it.
  public mutating func record<E: NurseryEntry>(_ id: UUID, _ entry: E) throws {
    try write(id, entry, as: E.recorded(entry))
  }

  /// Appends the event that creates an entry, or those that make one which is there already like
  /// it: of two creations the second changes nothing.
  private mutating func write<E: NurseryEntry>(
    _ id: UUID, _ entry: E, as creation: E.Event
  ) throws {
    guard let old = try now().state(E.self, id) else { return try append(creation, to: id) }
    if old.isDeleted { try append(E.restored, to: id) }
    if let change = E.amended(from: old, to: entry) { try append(change, to: id) }
  }

  /// Writes down what a person entered, after a look at whether it can be.
  ///
  /// Tags with nothing in them are left out.
  ///
  /// - Parameters:
  ///   - id: the new entry's; the same one for a second try.
  ///   - rules: what is refused; nil goes by `entryRules`.
  ///   - keepsValues: whether it tells what the next form is filled in with; see `keepValues`.
  /// - Throws: `NurseryError.invalid`, with everything that is wrong.
  @discardableResult
  public mutating func add<E: NurseryEntry>(
    _ id: UUID, _ entry: E, rules: EntryRules? = nil, keepsValues: Bool = false
  ) throws -> UUID {
    let entry = try checked(entry, id, rules)
    try write(id, entry, as: E.recorded(entry))
    if keepsValues { try keepValues(of: entry) }
    return id
  }

  /// As the other `add`, under an identifier of its own.
  @discardableResult
  public mutating func add(
    _ entry: some NurseryEntry, rules: EntryRules? = nil, keepsValues: Bool = false
  ) throws -> UUID {
    try add(UUID(), entry, rules: rules, keepsValues: keepsValues)
  }

  /// Changes an entry. Only what differs is written; no difference writes nothing.
  ///
  /// - Parameter rules: what is refused; nil goes by `entryRules`. What was wrong before and is as
  ///   it was does not count, so that the memo of an imported entry can be changed.
  /// - Returns: the entry as it is now.
  /// - Throws: `NurseryError.noSuchEntry`, `NurseryError.invalid`.
  @discardableResult
  public mutating func edit<E: NurseryEntry>(
    _ kind: E.Type, _ id: UUID, rules: EntryRules? = nil, _ body: (inout E) throws -> Void
  ) throws -> E {
    guard let old = try entity(E.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    guard E.amended(from: old, to: new) != nil else { return old }
    new = try checked(new, id, replacing: old, rules)
    guard let event = E.amended(from: old, to: new) else { return old }
    try append(event, to: id)
    return try entity(E.self, id) ?? new
  }

  /// Gives an entry to another baby; nil to nobody.
  ///
  /// - Returns: the entry as it is now.
  /// - Throws: as `edit`.
  @discardableResult
  public mutating func reassign<E: NurseryEntry>(
    _ kind: E.Type, _ id: UUID, to baby: UUID?, rules: EntryRules? = nil
  ) throws -> E {
    try edit(kind, id, rules: rules) { $0.baby = baby }
  }

  /// Deletes an entry; `restore` brings it back with everything it had.
  ///
  /// - Returns: the entry as it was.
  /// - Throws: `NurseryError.noSuchEntry`.
  @discardableResult
  public mutating func delete<E: NurseryEntry>(_ kind: E.Type, _ id: UUID) throws -> E {
    guard let old = try entity(E.self, id) else { throw NurseryError.noSuchEntry(id) }
    try append(E.deleted, to: id)
    return old
  }

  /// Brings a deleted or cancelled entry back with everything it had; one that is there stays as it
  /// is, and nothing is written.
  ///
  /// - Returns: the entry as it is now.
  /// - Throws: `NurseryError.noSuchEntry` when there never was one, or what wrote it down was taken
  ///   back.
  @discardableResult
  public mutating func restore<E: NurseryEntry>(_ kind: E.Type, _ id: UUID) throws -> E {
    guard let entry = try now().state(E.self, id) else { throw NurseryError.noSuchEntry(id) }
    if entry.isDeleted { try append(E.restored, to: id) }
    return try self.entity(E.self, id) ?? entry
  }

  // MARK: What takes time

  /// Starts an entry that runs. A running one of the same kind and baby is cancelled in the same
  /// transaction; it stays in the log and comes back by undo.
  ///
  /// - Parameters:
  ///   - id: the new entry's; the same one for a second try.
  ///   - entry: what is known by now; of a feed the source is left out.
  ///   - rules: what is refused; nil goes by `entryRules`.
  /// - Returns: those that were cancelled.
  /// - Throws: `NurseryError.invalid`.
  @discardableResult
  public mutating func start<E: TimedEntry>(
    _ id: UUID, _ entry: E, rules: EntryRules? = nil
  ) throws -> [UUID] {
    let entry = try checked(entry, id, rules)
    var running = try view(LastEntries.self).running(E.entryKind, of: entry.baby)
    running.removeAll { $0 == id }
    for other in running { try append(E.cancelled, to: other) }
    try write(id, entry, as: E.started(entry))
    _ = try appendRest(of: entry, id)
    return running
  }

  /// Ends the running entry of a kind and a baby and tells the rest of it.
  ///
  /// - Parameters:
  ///   - rules: what is refused; nil goes by `entryRules`. What was wrong at the start does not
  ///     count.
  ///   - keepsValues: whether it tells what the next form is filled in with; see `keepValues`.
  /// - Returns: the entry, as it is now.
  /// - Throws: `NurseryError.nothingInProgress`; `NurseryError.invalid`, such as for one that was
  ///   forgotten and would take more than a day.
  @discardableResult
  public mutating func finish<E: TimedEntry>(
    _ kind: E.Type, of baby: UUID?, at end: Date, rules: EntryRules? = nil,
    keepsValues: Bool = false, _ body: (inout E) throws -> Void = { _ in }
  ) throws -> (id: UUID, entry: E) {
    guard let id = try view(LastEntries.self).running(E.entryKind, of: baby).last,
      let old = try entity(E.self, id)
    else { throw NurseryError.nothingInProgress(E.entryKind, baby: baby) }
    var new = old
    new.end = end
    try body(&new)
    if new.memo?.isEmpty == true { new.memo = nil }
    new = try checked(new, id, replacing: old, rules)
    try append(E.finished(from: old, to: new), to: id)
    new = try appendRest(of: new, id)
    if keepsValues { try keepValues(of: new) }
    return (id, new)
  }

  /// Writes what the event that began or ended an entry has no room for.
  ///
  /// - Returns: the entry as it is now.
  private mutating func appendRest<E: TimedEntry>(of entry: E, _ id: UUID) throws -> E {
    guard let now = try entity(E.self, id), let rest = E.amended(from: now, to: entry) else {
      return entry
    }
    try append(rest, to: id)
    return try entity(E.self, id) ?? entry
  }

  /// Takes back the running entry of a kind and a baby; nil when there is none.
  @discardableResult
  public mutating func cancel<E: TimedEntry>(_ kind: E.Type, of baby: UUID?) throws -> UUID? {
    guard let id = try view(LastEntries.self).running(E.entryKind, of: baby).last else {
      return nil
    }
    try append(E.cancelled, to: id)
    return id
  }
}
