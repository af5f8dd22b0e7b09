public import Daybook

extension Draft {
  /// The rules of an operation that is given none: the future begins after `wallTime`, and entries
  /// of a kind may overlap.
  public var entryRules: EntryRules { EntryRules(now: wallTime, refusesOverlaps: false) }

  /// The entry as an operation may write it: without tags that have nothing in them.
  ///
  /// Every operation that writes an entry asks here first, before it appends anything.
  ///
  /// - Parameters:
  ///   - old: the entry before; nil for a new one. What was wrong with it does not count.
  ///   - rules: what is refused; nil goes by `entryRules`.
  /// - Throws: `NurseryError.invalid`, with everything that is wrong.
  mutating func checked<E: NurseryEntry>(
    _ entry: E, _ id: UUID, replacing old: E? = nil, _ rules: EntryRules?
  ) throws -> E {
    let rules = rules ?? entryRules
    if rules.refusesNothing { return entry }
    var problems = rules.problems(of: entry)
    if let old {
      let before = rules.problems(of: old)
      problems.removeAll { before.contains($0) }
    } else if try now().isKnown(E.self, id) {
      problems.append(.idInUse(id))
    }
    if problems.contains(where: \.isOfCopiedText),
      case .customEvent(let event) = entry.historyEntry, try isCopy(event)
    {
      problems.removeAll(where: \.isOfCopiedText)
    }
    let isMoved = old.map { $0.baby != entry.baby } ?? true
    if isMoved, let baby = entry.baby, let problem = try problem(ofBaby: baby) {
      problems.append(problem)
    }
    let isElsewhere =
      isMoved || old?.date != entry.date || old?.end != entry.end || old?.type != entry.type
    if rules.refusesOverlaps, isElsewhere, problems.isEmpty, let other = try overlap(entry, id) {
      problems.append(.overlaps(other))
    }
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
    var entry = entry
    if entry.tags != old?.tags { entry.tags.removeAll { Hashtags.name($0).isEmpty } }
    return entry
  }

  /// Makes sure that a profile can be as it is.
  ///
  /// - Parameters:
  ///   - old: the profile before; nil for a new one.
  ///   - rules: as for `checked`.
  /// - Throws: `NurseryError.emptyName`, `NurseryError.invalid`.
  mutating func check(
    _ profile: BabyProfile, _ id: UUID, replacing old: BabyProfile? = nil, _ rules: EntryRules?
  ) throws {
    let rules = rules ?? entryRules
    if rules.refusesNothing { return }
    var problems = rules.problems(of: profile)
    if let old {
      let before = rules.problems(of: old)
      problems.removeAll { before.contains($0) }
    } else if try now().isKnown(BabyProfile.self, id) {
      problems.append(.idInUse(id))
    }
    if problems == [.emptyName] { throw NurseryError.emptyName }
    if !problems.isEmpty { throw NurseryError.invalid(problems) }
  }

  /// What is wrong with telling something of a baby; nil when there is that baby.
  mutating func problem(ofBaby baby: UUID) throws -> EntryProblem? {
    guard try entity(BabyProfile.self, baby) == nil else { return nil }
    return try now().isKnown(BabyProfile.self, baby) ? .deletedBaby(baby) : .unknownBaby(baby)
  }

  /// Makes sure that there is no entity with an identifier, and never was.
  ///
  /// - Throws: `NurseryError.invalid`.
  mutating func checkIsFree<E: Entity>(_ type: E.Type, _ id: UUID) throws {
    if try now().isKnown(E.self, id) { throw NurseryError.invalid([.idInUse(id)]) }
  }

  /// An entry of the same kind, type and baby whose time is partly that of this one.
  ///
  /// Two that touch do not overlap, nor do two without length at one instant; one without length
  /// within the other's time does. What runs has no time yet. O(log n + entries of a day +
  /// imported ones that took longer than a day).
  ///
  /// Source: `validate_unique_period` of Baby Buddy.
  private mutating func overlap<E: NurseryEntry>(_ entry: E, _ id: UUID) throws -> UUID? {
    guard let end = entry.end else { return nil }
    let earliest = entry.date.addingTimeInterval(-EntryRules.longestSeconds)
    let type = LastKey.typeText(entry.type)
    let last = try view(LastEntries.self)
    let entries = LastEntries.all.where(E.entryKind, entry.baby).where(type)
    let long = LastEntries.query(LastEntries.long).where(E.entryKind, entry.baby).where(type)
    let rows = try last.rows(entries.from(earliest).before(end)) + last.rows(long.before(end))
    return rows.first { row in
      row.key.id != id && row.key.end.map { $0 > entry.date } == true
    }?.key.id
  }
}
