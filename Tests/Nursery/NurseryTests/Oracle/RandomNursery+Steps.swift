import Daybook
import Nursery
import NurseryHousehold

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
      let isRenamed = random.chance(0.5)
      let time: String?? = random.pick([.none, .some(nil), "04:30"])
      return .baby(
        id,
        .amended(
          FieldPatch {
            if isRenamed { $0.string(1, name) }
            if let time { $0.textOrClear(5, time) }
          }))
    }
  }

  mutating func feedStep() -> NurseryStep {
    guard !feeds.isEmpty, feeds.count > 40 || !random.chance(0.15) else {
      let id = Self.identifier(1, feeds.count)
      feeds.append(id)
      // Sometimes an edit of what nobody has made yet.
      return .feed(id, random.chance(0.1) ? .amended(feedPatch()) : feedCreation())
    }
    let id = random.pick(feeds)
    switch random.integer(0..<12) {
    case 0: return .feed(id, .deleted)
    case 1: return .feed(id, .cancelled)
    case 2...3: return .feed(id, .restored)
    case 4: return .feed(id, feedCreation())
    case 5...6:
      let (end, amount) = (makeDate(), makeAmount())
      let content: FeedContent? = random.pick([nil, .water])
      let memo = random.pick([nil, "", "late"])
      return .feed(
        id,
        .finished(
          FieldPatch {
            $0.date(3, end)
            $0.value(4, amount)
            $0.value(5, content)
            $0.string(8, memo)
          }))
    default: return .feed(id, .amended(feedPatch()))
    }
  }

  private mutating func feedCreation() -> FeedEvent {
    let baby = random.pick(Self.babies)
    let start = makeDate()
    guard random.chance(0.8) else {
      return .started(FeedSession(baby: baby, start: start, content: .formula))
    }
    return .recorded(
      FeedSession(
        baby: baby, start: start, end: random.chance(0.9) ? makeDate() : nil,
        amount: makeAmount(), content: .breastMilk, route: .breast(.left), memo: makeMemo(),
        tags: makeTags() ?? [], isDeleted: random.chance(0.02)))
  }

  private mutating func feedPatch() -> FieldPatch<FeedSession> {
    var fields = PayloadWriter()
    if random.chance(0.4) { putBaby(&fields) }
    if random.chance(0.4) { fields.date(2, makeDate()) }
    if random.chance(0.3) {
      if random.chance(0.3) { fields.uint(15, 3) } else { fields.date(3, makeDate()) }
    }
    if random.chance(0.4) {
      if let amount = makeAmount() { fields.value(4, amount) } else { fields.uint(15, 4) }
    }
    if random.chance(0.2) { fields.value(5, FeedContent.solidFood) }
    if random.chance(0.2) { fields.value(6, FeedRoute.bottle) }
    if random.chance(0.2) { fields.string(7, "solid") }
    if random.chance(0.3) { fields.textOrClear(8, makeMemo()) }
    putTags(&fields)
    return FieldPatch(stored: fields)
  }

  mutating func diaperStep() -> NurseryStep {
    guard !diapers.isEmpty, diapers.count > 40 || !random.chance(0.15) else {
      let id = Self.identifier(2, diapers.count)
      diapers.append(id)
      return .diaper(
        id, random.chance(0.1) ? .amended(diaperPatch()) : diaperCreation())
    }
    let id = random.pick(diapers)
    switch random.integer(0..<10) {
    case 0...1: return .diaper(id, .deleted)
    case 2...3: return .diaper(id, .restored)
    case 4: return .diaper(id, diaperCreation())
    default: return .diaper(id, .amended(diaperPatch()))
    }
  }

  private mutating func diaperCreation() -> DiaperEvent {
    .recorded(
      DiaperChange(
        baby: random.pick(Self.babies), time: makeDate(),
        wet: random.chance(0.5), solid: random.chance(0.5), memo: makeMemo()))
  }

  private mutating func diaperPatch() -> FieldPatch<DiaperChange> {
    var fields = PayloadWriter()
    if random.chance(0.4) { putBaby(&fields) }
    if random.chance(0.4) { fields.date(2, makeDate()) }
    if random.chance(0.3) { fields.bool(3, random.chance(0.5)) }
    if random.chance(0.3) { fields.bool(4, random.chance(0.5)) }
    if random.chance(0.2) { fields.string(6, "green") }
    if random.chance(0.2) { fields.double(7, 0.5) }
    if random.chance(0.3) { fields.textOrClear(8, makeMemo()) }
    putTags(&fields)
    return FieldPatch(stored: fields)
  }

  private mutating func putBaby(_ fields: inout PayloadWriter) {
    if let baby = random.pick(Self.babies) { fields.uuid(1, baby) } else { fields.uint(15, 1) }
  }

  private mutating func putTags(_ fields: inout PayloadWriter) {
    guard let tags = makeTags() else { return }
    if tags.isEmpty { fields.uint(15, 9) } else { fields.value(9, tags) }
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
