extension WriteScope {
  /// Stores what the draft holds so far, so that everything that reads the LMDB transaction sees
  /// it.
  ///
  /// A draft that is given up afterwards takes the LMDB transaction with it, see `DraftUndone`.
  mutating func showDraft(author: String?, context: String?, process: String?, wall: Date) throws {
    if let failure = draft.failure { throw failure }
    if rows.awaited == nil, !draft.events.isEmpty { rows.awaited = AwaitedChecks() }
    do {
      _ = try storeDraft(author: author, context: context, process: process, wall: wall)
      // Readers of the transaction look for the counters in their row.
      if try counters != LogCounters(reading, tables) { try storeCounters() }
    } catch let refused as DraftRefused {
      draft.failure = refused.error
      throw refused.error
    } catch {
      draft.failure = error
      throw error
    }
  }

  /// Stores the rest of the draft, and makes the checks that have waited for it. Returns as
  /// `storeDraft`.
  ///
  /// - Throws: `DraftRefused`.
  mutating func finishDraft(
    author: String?, context: String?, process: String?, wall: Date
  ) throws -> UInt64? {
    let number = try storeDraft(author: author, context: context, process: process, wall: wall)
    if let awaited = rows.awaited {
      rows.awaited = nil
      for check in awaited.checks { try make(check, among: awaited) }
    }
    if !draft.denied.isEmpty { try checkDenied() }
    return number
  }

  /// Makes a check in the rows that are kept here: the live ones, or else those being built.
  private mutating func make(_ check: AwaitedCheck, among all: AwaitedChecks) throws {
    let projection = try projection(check.projection)
    guard let slot = projection.keptLive ?? projection.keptBuilding else { return }
    beginRows(slot)
    do { try check.check(&rows, among: all) } catch let taken as ValueTaken {
      throw refusal(by: projection.name, of: check.kind, check.id, "\(taken)")
    }
  }
}

/// An entity or a projection cannot take what was appended here; the LMDB transaction is to be
/// dropped.
struct DraftRefused: Error {
  let error: StoreError
}

/// A draft was given up after some of it had been stored: what shares its LMDB transaction is to be
/// run again, without it.
struct DraftUndone: Error {
  /// Whether rows that other processes left behind are to be brought up to date first.
  var catchesUp = false
}
