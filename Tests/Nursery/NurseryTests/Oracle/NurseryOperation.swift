import Daybook
import Nursery

/// What a person does, by the operations that an app calls; what is refused is tested elsewhere.
enum NurseryOperation: Sendable {
  case feed(UUID, FeedSession)
  case diaper(UUID, DiaperChange)
  case sleep(UUID, SleepSession)
  case event(UUID, CustomEvent)
  case startFeed(UUID, of: UUID, Date)
  case startSleep(UUID, of: UUID, Date)
  case finishFeed(of: UUID, Date, Amount?, memo: String?)
  case cancelFeed(of: UUID)
  case setDiaperTime(UUID, of: UUID, Date)
  case edit(EntryKind, UUID, memo: String?, tags: [String])
  case reassign(EntryKind, UUID, to: UUID?)
  case delete(EntryKind, UUID)
  case restore(EntryKind, UUID)
  case rename(UUID, String)
  case deleteBaby(UUID)
  case restoreBaby(UUID)

  /// Carries it out, and throws when it did not do what it says.
  func apply(to draft: inout Draft) throws {
    switch self {
    case .feed(let id, let entry): try draft.record(id, entry)
    case .diaper(let id, let entry): try draft.record(id, entry)
    case .sleep(let id, let entry): try draft.record(id, entry)
    case .event(let id, let entry): try draft.record(id, entry)
    case .startFeed(let id, let baby, let time):
      let before = try running(.feed, baby, draft)
      try require(
        draft.startFeed(id, of: baby, at: time, rules: .imports) == before, "cancelled others")
      try require(running(.feed, baby, draft) == [id], "others run")
    case .startSleep(let id, let baby, let time):
      try draft.start(id, SleepSession(baby: baby, start: time), rules: .imports)
      try require(running(.sleep, baby, draft) == [id], "others run")
    case .finishFeed(let baby, let time, let amount, let memo):
      try finish(baby, time, amount, memo, &draft)
    case .cancelFeed(let baby):
      let before = try running(.feed, baby, draft)
      try require(draft.cancelFeed(of: baby) == !before.isEmpty, "cancelled nothing")
      try require(running(.feed, baby, draft) == before.dropLast(), "cancelled another")
    case .setDiaperTime(let id, let baby, let time):
      let changed = try draft.setDiaperTime(of: baby, to: time, id: id, rules: .imports)
      try require(draft.entity(DiaperChange.self, changed)?.time == time, "another time")
    case .edit(let kind, let id, let memo, let tags):
      try edit(kind.entity, id, memo, tags, &draft)
    case .reassign(let kind, let id, let baby): try reassign(kind.entity, id, baby, &draft)
    case .delete(let kind, let id): try delete(kind.entity, id, &draft)
    case .restore(let kind, let id): try restore(kind.entity, id, &draft)
    case .rename(let id, let name): try ifThere { try draft.editBaby(id) { $0.name = name } }
    case .deleteBaby(let id): try ifThere { try draft.deleteBaby(id) }
    case .restoreBaby(let id): try ifThere { try draft.restoreBaby(id) }
    }
  }

  // MARK: Parts

  private func running(
    _ kind: EntryKind, _ baby: UUID, _ draft: borrowing Draft
  ) throws -> [UUID] {
    try draft.view(LastEntries.self).running(kind, of: baby)
  }

  private func finish(
    _ baby: UUID, _ time: Date, _ amount: Amount?, _ memo: String?, _ draft: inout Draft
  ) throws {
    let last = try running(.feed, baby, draft).last
    do {
      let finished = try draft.finishFeed(
        of: baby, at: time, amount: amount, memo: memo, rules: .imports)
      let feed = try draft.entity(FeedSession.self, finished.id)
      try require(finished.id == last && feed?.end == time, "finished another")
      try require(feed.map { Told($0) } == Told(finished.entry), "told something else")
      try require(memo == nil || feed?.memo ?? "" == memo, "another memo")
    } catch NurseryError.nothingInProgress {
      try require(last == nil, "nothing was in progress")
    }
  }

  private func edit<E: NurseryEntry>(
    _ kind: E.Type, _ id: UUID, _ memo: String?, _ tags: [String], _ draft: inout Draft
  ) throws {
    try ifThere {
      try draft.edit(kind, id) { entry in
        entry.memo = memo
        entry.tags = tags
      }
      let now = try draft.entity(kind, id)
      try require(now?.memo == memo && now?.tags == tags, "edited something else")
    }
  }

  private func reassign<E: NurseryEntry>(
    _ kind: E.Type, _ id: UUID, _ baby: UUID?, _ draft: inout Draft
  ) throws {
    try ifThere {
      try draft.reassign(kind, id, to: baby, rules: .imports)
      try require(draft.entity(kind, id)?.baby == baby, "given to another")
    }
  }

  private func delete<E: NurseryEntry>(_ kind: E.Type, _ id: UUID, _ draft: inout Draft) throws {
    try ifThere {
      try draft.delete(kind, id)
      try require(draft.entity(kind, id) == nil, "still there")
    }
  }

  private func restore<E: NurseryEntry>(_ kind: E.Type, _ id: UUID, _ draft: inout Draft) throws {
    try ifThere {
      try draft.restore(kind, id)
      try require(draft.entity(kind, id) != nil, "not there")
    }
  }

  /// What has been taken back meanwhile, or deleted, is not there any more.
  private func ifThere(_ body: () throws -> Void) throws {
    do { try body() } catch NurseryError.noSuchEntry {}
  }

  private func require(_ holds: Bool, _ otherwise: String) throws {
    if !holds { throw OperationFailure(description: "\(self): \(otherwise)") }
  }
}

struct OperationFailure: Error, CustomStringConvertible {
  let description: String
}
