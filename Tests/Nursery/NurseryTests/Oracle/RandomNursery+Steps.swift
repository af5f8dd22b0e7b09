import Daybook
import Nursery

extension RandomNursery {
  mutating func babyStep() -> NurseryStep {
    let id = Self.identifier(0, random.integer(1..<4))
    let name = random.pick(["Mina", "Noor", "Mina "])
    switch random.integer(0..<8) {
    case 0...1:
      return .baby(id, .created(BabyProfile(name: name, createdAt: makeDate())))
    case 2: return .baby(id, .deleted)
    case 3: return .baby(id, .restored)
    default:
      return .baby(
        id,
        .amended(
          BabyAmendment(
            name: random.chance(0.5) ? name : nil,
            birthTime: random.pick([.keep, .clear, .set("04:30")]))))
    }
  }

  mutating func feedStep() -> NurseryStep {
    guard !feeds.isEmpty, feeds.count > 40 || !random.chance(0.15) else {
      let id = Self.identifier(1, feeds.count)
      feeds.append(id)
      // Sometimes an edit of what nobody has made yet.
      return .feed(id, random.chance(0.1) ? .amended(feedAmendment()) : feedCreation())
    }
    let id = random.pick(feeds)
    switch random.integer(0..<12) {
    case 0: return .feed(id, .deleted)
    case 1: return .feed(id, .cancelled)
    case 2...3: return .feed(id, .restored)
    case 4: return .feed(id, feedCreation())
    case 5...6:
      return .feed(
        id,
        .finished(
          FeedFinished(
            end: makeDate(), amount: makeAmount(), content: random.pick([nil, .water]),
            memo: random.pick([nil, "", "late"]))))
    default: return .feed(id, .amended(feedAmendment()))
    }
  }

  private mutating func feedCreation() -> FeedEvent {
    let baby = random.pick(Self.babies)
    let start = makeDate()
    guard random.chance(0.8) else {
      return .started(FeedStarted(baby: baby, start: start, content: .formula))
    }
    return .recorded(
      FeedSession(
        baby: baby, start: start, end: random.chance(0.9) ? makeDate() : nil,
        amount: makeAmount(), content: .breastMilk, route: .breast(.left), memo: makeMemo(),
        tags: makeTags() ?? [], isDeleted: random.chance(0.02)))
  }

  private mutating func feedAmendment() -> FeedAmendment {
    var amendment = FeedAmendment()
    if random.chance(0.4) { amendment.baby = makeBabyEdit() }
    if random.chance(0.4) { amendment.start = makeDate() }
    if random.chance(0.3) {
      amendment.end = random.chance(0.3) ? .clear : .set(makeDate())
    }
    if random.chance(0.4) { amendment.amount = makeAmount().map { .set($0) } ?? .clear }
    if random.chance(0.2) { amendment.content = .solidFood }
    if random.chance(0.2) { amendment.route = .bottle }
    if random.chance(0.2) { amendment.typeText = .set("solid") }
    if random.chance(0.3) { amendment.memo = makeMemo().map { .set($0) } ?? .clear }
    amendment.tags = makeTags()
    return amendment
  }

  mutating func diaperStep() -> NurseryStep {
    guard !diapers.isEmpty, diapers.count > 40 || !random.chance(0.15) else {
      let id = Self.identifier(2, diapers.count)
      diapers.append(id)
      return .diaper(
        id, random.chance(0.1) ? .amended(diaperAmendment()) : diaperCreation())
    }
    let id = random.pick(diapers)
    switch random.integer(0..<10) {
    case 0...1: return .diaper(id, .deleted)
    case 2...3: return .diaper(id, .restored)
    case 4: return .diaper(id, diaperCreation())
    default: return .diaper(id, .amended(diaperAmendment()))
    }
  }

  private mutating func diaperCreation() -> DiaperEvent {
    .recorded(
      DiaperChange(
        baby: random.pick(Self.babies), time: makeDate(),
        wet: random.chance(0.5), solid: random.chance(0.5), memo: makeMemo()))
  }

  private mutating func diaperAmendment() -> DiaperAmendment {
    var amendment = DiaperAmendment()
    if random.chance(0.4) { amendment.baby = makeBabyEdit() }
    if random.chance(0.4) { amendment.time = makeDate() }
    if random.chance(0.3) { amendment.wet = random.chance(0.5) }
    if random.chance(0.3) { amendment.solid = random.chance(0.5) }
    if random.chance(0.2) { amendment.color = .set("green") }
    if random.chance(0.2) { amendment.amount = .set(0.5) }
    if random.chance(0.3) { amendment.memo = makeMemo().map { .set($0) } ?? .clear }
    amendment.tags = makeTags()
    return amendment
  }

  mutating func makeBabyEdit() -> Edit<UUID> {
    random.pick(Self.babies).map { .set($0) } ?? .clear
  }

  /// On one of six days around a change of the clocks; often one that others have, or when a day
  /// begins. Rarely one far off.
  mutating func makeDate() -> Date {
    let dayStart = place.start
    let day = Double(random.chance(0.02) ? 40 : random.integer(0..<6)) * 86_400
    let second =
      switch random.integer(0..<4) {
      case 0: random.pick([-0.5, 0, -3600, -3600.5])
      case 1: Double.random(in: 0..<86_400, using: &random)
      default: Double(random.integer(0..<24)) * 3600
      }
    return Date(timeIntervalSince1970: dayStart + day + second)
  }

  mutating func makeAmount() -> Amount? {
    // The last two look alike and are different texts.
    let units = ["mL", "fl oz", "cup", "L", "oz", "", nil, "d\u{E9}", "de\u{301}"]
    guard random.chance(0.7) else { return nil }
    let value = random.chance(0.02) ? .infinity : Double(random.integer(-1..<49)) / 2
    return Amount(value, unitText: random.pick(units))
  }

  mutating func makeMemo() -> String? {
    random.pick([nil, nil, "", "spat up #reflux", "日記 #수유_1"])
  }

  mutating func makeTags() -> [String]? {
    random.pick([
      nil, nil, nil, [], ["A", "b"], ["##a", "# B", "a"], ["\u{E9}", "b"], ["E\u{301}", "\u{E9}"],
    ])
  }
}
