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
      step = .feedEvent(entry.id, .amended(feedPatch(entry, carer)))
    } else {
      step = .diaperEvent(entry.id, .amended(diaperPatch(entry)))
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
    let patch: FieldPatch<BabyProfile>
    switch random.index(3) {
    case 0:
      let name = random.pick([cast.babies[baby], "Little \(cast.babies[baby])"])
      patch = FieldPatch { $0.string(1, name) }
    case 1:
      let time = random.pick(["04:30", "11:05", "23:50"])
      patch = FieldPatch { $0.string(5, time) }
    default:
      let term = Double(random.integer(8...16)) * 900
      patch = FieldPatch { $0.double(2, term) }
    }
    write([.babyEvent(babies[baby], .amended(patch))], carer: carer, at: time)
  }

  private mutating func feedPatch(_ entry: RecentEntry, _ carer: Int) -> FieldPatch<FeedSession> {
    switch random.index(entry.hasAmount ? 6 : 4) {
    case 0:
      let memo = makeMemo()
      return FieldPatch { $0.textOrClear(8, memo) }
    case 1:
      let baby = random.pick(babies)
      return FieldPatch { $0.uuid(1, baby) }
    case 2:
      let start = shifted(entry.time)
      let end = start.addingTimeInterval(Double(random.integer(5...35)) * 60)
      return FieldPatch {
        $0.date(2, start)
        $0.date(3, end)
      }
    case 3:
      let route = FeedRoute.breast(random.pick(BreastSide.allCases))
      return FieldPatch {
        $0.value(5, FeedContent.breastMilk)
        $0.value(6, route)
        $0.uint(15, 4)
      }
    default:
      let amount = makeAmount(carer)
      return FieldPatch { $0.value(4, amount) }
    }
  }

  private mutating func diaperPatch(_ entry: RecentEntry) -> FieldPatch<DiaperChange> {
    switch random.index(4) {
    case 0:
      let memo = makeMemo()
      return FieldPatch { $0.textOrClear(8, memo) }
    case 1:
      let baby = random.pick(babies)
      return FieldPatch { $0.uuid(1, baby) }
    case 2:
      let time = shifted(entry.time)
      return FieldPatch { $0.date(2, time) }
    default:
      let (wet, solid) = (random.chance(0.7), random.chance(0.5))
      return FieldPatch {
        $0.bool(3, wet)
        $0.bool(4, solid)
      }
    }
  }

  /// Up to an hour before or after, in whole minutes.
  private mutating func shifted(_ time: Date) -> Date {
    time.addingTimeInterval(Double(random.integer(-60...60)) * 60)
  }
}
