import Daybook
import DaybookTesting
import Nursery
import NurseryHousehold

/// Random changes to a household's log: of old and new entries, by all who write.
struct RandomEdits {
  /// How many sorts of edit there are.
  static let kinds = 9

  private var random: SeededGenerator
  private(set) var feeds: [UUID] = []
  private(set) var babies: [UUID] = []
  private let other: HouseholdStore
  private var made = 0

  init(seed: UInt64, log: Household) throws {
    random = SeededGenerator(seed: seed)
    other = try HouseholdStore()
    var seen = Set<UUID>()
    for step in log.lazy.flatMap(\.steps) {
      switch step {
      case .feedEvent(let id, _): if seen.insert(id).inserted { feeds.append(id) }
      case .babyEvent(let id, _): if seen.insert(id).inserted { babies.append(id) }
      default: break
      }
    }
  }

  /// Makes one edit and says of which sort it was.
  mutating func edit(_ nursery: WidgetHousehold) async throws -> String {
    let baby = random.pick(babies)
    let feed = someFeed()
    let now = nursery.household.clock.now
    switch random.integer(0..<20) {
    case 0..<5: return try history(nursery, feed, now)
    case 5..<8: return try write(nursery, "delete", .feedEvent(feed, .deleted))
    case 8..<9: return try write(nursery, "restore", .feedEvent(feed, .restored))
    case 9..<10: return try profile(nursery, baby)
    case 10..<12: return try record(nursery, baby, now)
    case 12..<14: return try importing(nursery, baby, now)
    case 14..<17: return try await undo(nursery)
    case 17..<19: return try await remote(nursery, baby, now)
    default:
      let diaper = DiaperChange(baby: baby, time: now, wet: true)
      return try write(nursery, "diaper", .diaperEvent(makeID(), .recorded(diaper)))
    }
  }

  /// Any feed, half of the time one of the newest.
  private mutating func someFeed() -> UUID {
    random.chance(0.5) ? random.pick(feeds) : random.pick(Array(feeds.suffix(6)))
  }

  private mutating func makeID() -> UUID {
    made += 1
    return UUID(
      uuid: (
        0xED, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(made >> 8 & 255), UInt8(made & 255)
      ))
  }

  private mutating func makeFeed(_ baby: UUID, _ now: Date) -> (UUID, FeedSession) {
    let id = makeID()
    feeds.append(id)
    let start = now - Double(random.integer(-60..<7200))
    let end: Date? = random.chance(0.2) ? nil : start + Double(random.integer(0..<1800))
    return (id, FeedSession(baby: baby, start: start, end: end, amount: Amount(90, .millilitre)))
  }

  private func write(
    _ nursery: WidgetHousehold, _ kind: String, _ step: HouseholdStep, stamp: HybridTime? = nil
  ) throws -> String {
    try nursery.write(after: 37, stamp: stamp) { try step.apply(to: &$0) }
    return kind
  }

  private mutating func history(
    _ nursery: WidgetHousehold, _ feed: UUID, _ now: Date
  ) throws -> String {
    var fields = PayloadWriter()
    switch random.integer(0..<5) {
    case 0: fields.date(2, now - Double(random.integer(0..<9000)))
    case 1: if random.chance(0.3) { fields.uint(15, 3) } else { fields.date(3, now) }
    case 2: fields.uuid(1, random.pick(babies))
    case 3: fields.string(8, "later")
    default: fields.value(4, Amount(60, .millilitre))
    }
    return try write(nursery, "history", .feedEvent(feed, .amended(FieldPatch(stored: fields))))
  }

  private mutating func profile(_ nursery: WidgetHousehold, _ baby: UUID) throws -> String {
    let name = random.pick(["Mina", "Noor"])
    let term = Double(random.integer(1..<13)) * 900
    let events: [BabyEvent] = [
      .amended(FieldPatch { $0.string(1, name) }), .amended(FieldPatch { $0.double(2, term) }),
      .deleted, .restored, .restored,
    ]
    return try write(nursery, "profile", .babyEvent(baby, random.pick(events)))
  }

  private mutating func record(
    _ nursery: WidgetHousehold, _ baby: UUID, _ now: Date
  ) throws -> String {
    let (id, feed) = makeFeed(baby, now)
    return try write(nursery, "record", .feedEvent(id, .recorded(feed)))
  }

  /// Several feeds of long ago and one of today, stamped before everything else.
  private mutating func importing(
    _ nursery: WidgetHousehold, _ baby: UUID, _ now: Date
  ) throws -> String {
    let rows = (0..<5).map { makeFeed(baby, now - Double($0) * 86_400) }
    try nursery.write(stamp: .distantPast) { draft in
      for (id, feed) in rows { try draft.append(FeedEvent.recorded(feed), to: id) }
    }
    return "import"
  }

  /// Takes a transaction back, or a taking back.
  private mutating func undo(_ nursery: WidgetHousehold) async throws -> String {
    let newest = try nursery.store.read { try $0.token().number }
    let back = UInt64(random.integer(0..<(random.chance(0.5) ? 8 : 2_000)))
    return try write(nursery, "undo", .undo(max(1, newest - min(back, newest - 1))))
  }

  /// What another device wrote, earlier or now, about new and known feeds.
  private mutating func remote(
    _ nursery: WidgetHousehold, _ baby: UUID, _ now: Date
  ) async throws -> String {
    let (id, feed) = makeFeed(baby, now)
    let known = someFeed()
    let change = FieldPatch<FeedSession> { $0.date(3, now - 1) }
    let time = now - (random.chance(0.5) ? 0 : 86_400)
    other.clock.show(time)
    // The other device has no feed but its own, so what it says of others has a place of its own.
    let stamp = HybridTime(time - 1)
    let token = try await other.store.append(author: "other", stamp: stamp) { draft in
      try draft.append(FeedEvent.recorded(feed), to: id)
      try draft.append(FeedEvent.amended(change), to: known)
    }
    let message = try other.store.read { try $0.message(of: token.number) } ?? []
    try await nursery.store.absorb(message, durability: .relaxed)
    return "remote"
  }
}
