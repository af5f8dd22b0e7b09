internal import Daybook
internal import Nursery

extension HouseholdIterator {
  /// Corrects an entry, restores one, or changes a profile; false when there is nothing to correct.
  mutating func edit(carer: Int) -> Bool {
    let time = deviceTime(carer)
    if random.chance(0.05) {
      amendBaby(carer: carer, at: time)
      return true
    }
    let wantsGone = random.chance(0.05)
    guard let entry = choose(carer, isGone: wantsGone) ?? choose(carer, isGone: false) else {
      return false
    }
    budget -= 1
    let step: HouseholdStep
    if entry.isGone {
      recent.mark(entry.id, isGone: false)
      step = entry.isFeed ? .feedEvent(entry.id, .restored) : .diaperEvent(entry.id, .restored)
    } else if entry.isFeed {
      step = .feedEvent(entry.id, .amended(feedAmendment(entry, carer)))
    } else {
      step = .diaperEvent(entry.id, .amended(diaperAmendment(entry)))
    }
    write([step], carer: carer, at: time)
    return true
  }

  /// Deletes an entry; false when there is none.
  mutating func delete(carer: Int) -> Bool {
    guard let entry = choose(carer, isGone: false) else { return false }
    budget -= 1
    recent.mark(entry.id, isGone: true)
    let step: HouseholdStep =
      entry.isFeed ? .feedEvent(entry.id, .deleted) : .diaperEvent(entry.id, .deleted)
    write([step], carer: carer, at: deviceTime(carer))
    return true
  }

  /// Takes back what the carer did last, or redoes what they took back; false when there is
  /// nothing.
  ///
  /// Undo needs a connection: an offline device does not know what will have come in before it.
  mutating func undo(carer: Int) -> Bool {
    guard cast.carers[carer].device != spell?.device else { return false }
    let wantsRedo = random.chance(0.2)
    guard
      let target = (wantsRedo ? recent.takeTransaction(of: carer, isUndo: true) : nil)
        ?? recent.takeTransaction(of: carer, isUndo: false)
    else { return false }
    budget -= 1
    for id in target.entries { recent.mark(id, isGone: !target.isUndo) }
    write(
      [.undo(target.number)], carer: carer, at: deviceTime(carer),
      undoable: target.isUndo ? nil : target.entries)
    return true
  }

  /// A recent entry that the carer's device can know.
  private mutating func choose(_ carer: Int, isGone: Bool) -> RecentEntry? {
    let device = cast.carers[carer].device
    let known = recent.entries.filter { entry in
      guard entry.isGone == isGone else { return false }
      guard let spell, (entry.device == spell.device) != (device == spell.device) else {
        return true
      }
      return entry.written < spell.since
    }
    return known.isEmpty ? nil : random.pick(known)
  }

  private mutating func amendBaby(carer: Int, at time: Int64) {
    budget -= 1
    let baby = random.index(babies.count)
    var amendment = BabyAmendment()
    switch random.index(3) {
    case 0: amendment.name = random.pick([cast.babies[baby], "Little \(cast.babies[baby])"])
    case 1: amendment.birthTime = .set(random.pick(["04:30", "11:05", "23:50"]))
    default: amendment.feedTerm = Double(random.integer(8...16)) * 900
    }
    write([.babyEvent(babies[baby], .amended(amendment))], carer: carer, at: time)
  }

  private mutating func feedAmendment(_ entry: RecentEntry, _ carer: Int) -> FeedAmendment {
    var amendment = FeedAmendment()
    switch random.index(entry.hasAmount ? 6 : 4) {
    case 0:
      amendment.memo = makeMemo().map { .set($0) } ?? .clear
    case 1:
      amendment.baby = .set(random.pick(babies))
    case 2:
      let start = shifted(entry.time)
      amendment.start = start
      amendment.end = .set(start.addingTimeInterval(Double(random.integer(5...35)) * 60))
    case 3:
      amendment.route = .breast(random.pick(BreastSide.allCases))
      amendment.content = .breastMilk
      amendment.amount = .clear
    default:
      amendment.amount = .set(makeAmount(carer))
    }
    return amendment
  }

  private mutating func diaperAmendment(_ entry: RecentEntry) -> DiaperAmendment {
    var amendment = DiaperAmendment()
    switch random.index(4) {
    case 0: amendment.memo = makeMemo().map { .set($0) } ?? .clear
    case 1: amendment.baby = .set(random.pick(babies))
    case 2: amendment.time = shifted(entry.time)
    default:
      amendment.wet = random.chance(0.7)
      amendment.solid = random.chance(0.5)
    }
    return amendment
  }

  /// Up to an hour before or after, in whole minutes.
  private mutating func shifted(_ time: Date) -> Date {
    time.addingTimeInterval(Double(random.integer(-60...60)) * 60)
  }
}
