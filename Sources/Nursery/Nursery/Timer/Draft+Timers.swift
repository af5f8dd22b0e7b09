public import Daybook

extension Draft {
  /// Starts a timer; others go on.
  ///
  /// - Throws: `NurseryError.invalid` for a start in the future, a name that is too long, or a baby
  ///   that there is not.
  @discardableResult
  public mutating func startTimer(
    _ timer: RunningTimer, id: UUID = UUID(), rules: EntryRules
  ) throws -> UUID {
    var problems = rules.problems(ofStart: timer.start)
    if let name = timer.name, let problem = EntryRules.problem(ofLength: name) {
      problems.append(problem)
    }
    if let baby = timer.baby, let problem = try problem(ofBaby: baby) { problems.append(problem) }
    if try now().isKnown(RunningTimer.self, id) { problems.append(.idInUse(id)) }
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
    try append(TimerEvent.started(timer), to: id)
    return id
  }

  /// Stops a timer by writing the entry that it became, in one transaction.
  ///
  /// The entry gets the timer's start, the end, and the timer's baby if it has one, whatever it had
  /// before: Baby Buddy's rule. An entry that is refused leaves the timer running.
  ///
  /// - Parameters:
  ///   - timer: the timer.
  ///   - end: when the entry ends.
  ///   - entry: what else is told of it.
  ///   - id: the new entry's identifier.
  ///   - rules: what is refused.
  /// - Returns: the entry.
  /// - Throws: `NurseryError.noSuchTimer` when the timer does not run, such as when another phone
  ///   has stopped it; `invalid`.
  @discardableResult
  public mutating func stopTimer<E: TimedEntry>(
    _ timer: UUID, at end: Date, into entry: E, id: UUID = UUID(), rules: EntryRules
  ) throws -> UUID {
    let running = try runningTimer(timer)
    var entry = entry
    entry.baby = running.baby ?? entry.baby
    entry.start = running.start
    entry.end = end
    _ = try add(id, entry, rules: rules)
    try append(TimerEvent.stopped(TimedEntryReference(kind: E.kind, id: id)), to: timer)
    return id
  }

  /// Lets a running timer begin anew.
  ///
  /// - Throws: `NurseryError.noSuchTimer`; `invalid` for a time in the future.
  public mutating func restartTimer(_ timer: UUID, at start: Date, rules: EntryRules) throws {
    _ = try runningTimer(timer)
    let problems = rules.problems(ofStart: start)
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
    try append(TimerEvent.restarted(start), to: timer)
  }

  /// Deletes a running timer without an entry; `restoreTimer` lets it go on from its start.
  ///
  /// - Throws: `NurseryError.noSuchTimer`.
  public mutating func deleteTimer(_ timer: UUID) throws {
    _ = try runningTimer(timer)
    try append(TimerEvent.deleted, to: timer)
  }

  /// Brings a deleted timer back; one that is there stays as it is, and nothing is written.
  ///
  /// - Throws: `NurseryError.noSuchTimer` when there never was one, or what started it was taken
  ///   back.
  public mutating func restoreTimer(_ timer: UUID) throws {
    guard let state = try now().state(RunningTimer.self, timer) else {
      throw NurseryError.noSuchTimer(timer)
    }
    if state.isDeleted { try append(TimerEvent.restored, to: timer) }
  }

  private mutating func runningTimer(_ id: UUID) throws -> RunningTimer {
    guard let timer = try entity(RunningTimer.self, id), timer.isRunning else {
      throw NurseryError.noSuchTimer(id)
    }
    return timer
  }
}
