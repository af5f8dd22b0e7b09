internal import Daybook
internal import Nursery

/// What a baby is fed, how, and how much of it.
struct Offer: Sendable {
  var content: FeedContent
  var route: FeedRoute
  var amount: Amount?
}

extension HouseholdIterator {
  private static let memos = [
    "spat up a little #reflux", "calm #sleepy", "took long", "grandma did it #visit",
    "new cream #rash", "#blowout", "hungry again after an hour", "vitamin D #drops #daily",
  ]

  /// Makes the babies in one transaction; false when there is no event for them.
  mutating func settleIn() -> Bool {
    guard budget > 0 else { return false }
    let names = cast.babies.prefix(budget)
    budget -= names.count
    let time = deviceTime(0)
    let steps = names.enumerated().map { place, name in
      let id = makeID(time)
      babies.append(id)
      let made = Self.date(time + Int64(place))
      return HouseholdStep.babyEvent(id, .created(BabyProfile(name: name, createdAt: made)))
    }
    isFeeding = babies.map { _ in false }
    write(steps, carer: 0, at: time, undoable: nil)
    return true
  }

  /// Logs a diaper change, a feed, or both at once.
  mutating func logEntry(carer: Int) {
    let baby = random.index(babies.count)
    if budget == 1, !isFeeding[baby] {
      startLast(baby, carer: carer)
    } else if random.chance(profile.diaperShare) {
      logDiaper(baby, carer: carer)
    } else if budget > 1, !isFeeding[baby], random.chance(profile.liveFeeds) {
      start(baby, carer: carer)
    } else {
      let offer = makeOffer(carer)
      let shown = deviceTime(carer)
      let length = random.integer(5...35) * 60_000
      let finish = backdated(shown)
      let feed = FeedSession(
        baby: babies[baby], start: Self.date(finish - length), end: Self.date(finish),
        amount: offer.amount, content: offer.content, route: offer.route, memo: makeMemo())
      budget -= 1
      log(feed, carer: carer, at: shown)
    }
  }

  /// Two carers log the same bottle, less than five minutes apart; false when there is no room.
  mutating func logTwice(carer: Int) -> Bool {
    guard budget > 1, cast.carers.count > 1 else { return false }
    budget -= 2
    let other = (carer + 1 + random.index(cast.carers.count - 1)) % cast.carers.count
    let start = now - random.integer(10...20) * 60_000
    var feed = FeedSession(
      baby: babies[random.index(babies.count)], start: Self.date(start),
      end: Self.date(start + 600_000), amount: makeAmount(carer), content: .formula,
      route: .bottle)
    log(feed, carer: carer)
    let delay = random.integer(20_000...280_000)
    feed.start = Self.date(start + delay)
    feed.end = Self.date(start + delay + 600_000)
    plans.append(Plan(time: now + delay, carer: other, deed: .bottle(feed)))
    return true
  }

  /// Writes down a whole feed, whose event is planned already.
  mutating func log(_ feed: FeedSession, carer: Int, at time: Int64? = nil) {
    let time = time ?? deviceTime(carer)
    let id = makeID(time)
    remember(id, isFeed: true, hasAmount: feed.amount != nil, at: feed.start, carer: carer)
    write([.feedEvent(id, .recorded(feed))], carer: carer, at: time, undoable: [id])
  }

  /// Starts a feed and plans its end.
  private mutating func start(_ baby: Int, carer: Int) {
    budget -= 2
    let offer = makeOffer(carer)
    let feed = start(baby, offer, carer: carer)
    plans.append(
      Plan(
        time: now + random.integer(6...35) * 60_000, carer: carer,
        deed: .finish(feed: feed, baby: baby, offer: offer)))
  }

  /// Starts the feed in the middle of which the household ends.
  private mutating func startLast(_ baby: Int, carer: Int) {
    budget -= 1
    _ = start(baby, makeOffer(carer), carer: carer)
  }

  private mutating func start(_ baby: Int, _ offer: Offer, carer: Int) -> UUID {
    let time = deviceTime(carer)
    let id = makeID(time)
    let started = FeedSession(
      baby: babies[baby], start: Self.date(time), content: offer.content, route: offer.route)
    isFeeding[baby] = true
    write([.feedEvent(id, .started(started))], carer: carer, at: time, undoable: nil)
    return id
  }

  /// Ends a running feed, or gives it up.
  mutating func finish(_ feed: UUID, _ baby: Int, _ offer: Offer, carer: Int) {
    isFeeding[baby] = false
    let time = deviceTime(carer)
    var event = FeedEvent.cancelled
    if !random.chance(0.05) {
      let memo = makeMemo()
      event = .finished(
        FieldPatch {
          $0.date(3, Self.date(time))
          $0.value(4, offer.amount)
          $0.string(8, memo)
        })
      remember(
        feed, isFeed: true, hasAmount: offer.amount != nil, at: Self.date(time), carer: carer)
    }
    // Not to be undone: the feed would run for ever.
    write([.feedEvent(feed, event)], carer: carer, at: time, undoable: nil)
  }

  private mutating func logDiaper(_ baby: Int, carer: Int) {
    budget -= 1
    let shown = deviceTime(carer)
    let kind = random.unit()
    let isSolid = kind < 0.37
    var change = DiaperChange(
      baby: babies[baby], time: Self.date(backdated(shown)), wet: kind >= 0.15 && kind < 0.97,
      solid: isSolid, memo: makeMemo())
    if isSolid { change.color = random.pick(["yellow", "green", "brown"]) }
    let id = makeID(shown)
    var steps = [HouseholdStep.diaperEvent(id, .recorded(change))]
    var made = [id]
    remember(id, isFeed: false, hasAmount: false, at: change.time, carer: carer)
    // One who gets up at night often writes down the bottle in the same go.
    if budget > 0, random.chance(0.03) {
      budget -= 1
      let bottle = makeID(shown)
      let feed = FeedSession(
        baby: babies[baby], start: change.time, end: change.time.addingTimeInterval(900),
        amount: makeAmount(carer), content: .formula, route: .bottle)
      steps.append(.feedEvent(bottle, .recorded(feed)))
      made.append(bottle)
      remember(bottle, isFeed: true, hasAmount: true, at: feed.start, carer: carer)
    }
    write(steps, carer: carer, at: shown, undoable: made)
  }

  private mutating func remember(
    _ id: UUID, isFeed: Bool, hasAmount: Bool, at time: Date, carer: Int
  ) {
    recent.add(
      RecentEntry(
        id: id, isFeed: isFeed, hasAmount: hasAmount, time: time, written: now,
        device: cast.carers[carer].device))
  }

  /// Sometimes an earlier time: picked on a dial of whole minutes, 20 minutes ago in the median.
  private mutating func backdated(_ time: Int64) -> Int64 {
    guard random.chance(profile.backdating) else { return time }
    let earlier = time - Int64(random.exponential() * 20 / 0.6931471805599453 * 60_000)
    return earlier - earlier % 60_000
  }

  private mutating func makeOffer(_ carer: Int) -> Offer {
    if random.chance(cast.breastShare) {
      return Offer(content: .breastMilk, route: .breast(random.pick(BreastSide.allCases)))
    }
    if random.chance(0.04) { return Offer(content: .solidFood, route: .parentFed) }
    let content = random.chance(0.7) ? FeedContent.formula : .breastMilk
    return Offer(content: content, route: .bottle, amount: makeAmount(carer))
  }

  /// 30 to 240 mL, in the unit that the carer thinks in.
  mutating func makeAmount(_ carer: Int) -> Amount {
    guard cast.carers[carer].usesOunces else {
      return Amount(Double(random.integer(3...24)) * 10, .millilitre)
    }
    let halves = Double(random.integer(3...16)) / 2
    // "oz" may be a weight, so that it counts in no sum.
    return random.chance(0.01) ? Amount(halves, unitText: "oz") : Amount(halves, .fluidOunce)
  }

  mutating func makeMemo() -> String? { random.chance(0.06) ? random.pick(Self.memos) : nil }
}
