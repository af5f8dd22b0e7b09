import Daybook
import Nursery

/// A household's log, always the same for the same number of events: one baby, about thirty entries
/// a day, four diaper changes to three feeds, one feed in twelve kept live, three edits in a hundred.
struct Dataset {
  enum Step {
    case baby(BabyEvent, UUID)
    case feed(FeedEvent, UUID)
    case diaper(DiaperEvent, UUID)
  }

  private(set) var steps: [Step] = []
  private var random: UInt64
  private var clock = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private var recent: [UUID] = []
  private let baby: UUID

  init(events: Int) {
    random = 0x9E37_79B9_7F4A_7C15
    baby = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    steps.reserveCapacity(events + 2)
    steps.append(.baby(.created(BabyProfile(name: "Ada", createdAt: clock)), baby))
    while steps.count < events { addEntry() }
    steps.removeLast(steps.count - events)
  }

  private mutating func addEntry() {
    clock += 1800 + Double(next(2400))
    let id = makeID()
    switch next(100) {
    case 0..<57:
      let kind = next(3)
      steps.append(
        .diaper(
          .recorded(DiaperChange(baby: baby, time: clock, wet: kind < 2, solid: kind > 0)), id))
    case 57..<65: addLiveFeed(id)
    case 65..<97: addFeed(id)
    default: addEdit()
    }
  }

  private mutating func addFeed(_ id: UUID) {
    let amount = Amount(Double(60 + next(14) * 10), .millilitre)
    steps.append(
      .feed(
        .recorded(
          FeedSession(
            baby: baby, start: clock, end: clock + Double(300 + next(1500)), amount: amount,
            content: .formula, route: .bottle,
            memo: next(10) == 0 ? "fell asleep at once #calm" : nil)), id))
    recent.append(id)
  }

  private mutating func addLiveFeed(_ id: UUID) {
    steps.append(
      .feed(
        .started(
          FeedStarted(baby: baby, start: clock, content: .breastMilk, route: .breast(.left))), id))
    let end = clock + Double(300 + next(1500))
    steps.append(.feed(.finished(FeedFinished(end: end)), id))
    recent.append(id)
  }

  private mutating func addEdit() {
    guard let id = recent.last(where: { _ in next(2) == 0 }) else { return }
    var amendment = FeedAmendment()
    amendment.amount = .set(Amount(Double(60 + next(14) * 10), .millilitre))
    steps.append(.feed(.amended(amendment), id))
    if recent.count > 16 { recent.removeFirst(8) }
  }

  private mutating func next(_ bound: UInt64) -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (random >> 33) % bound
  }

  /// A random identifier; only its bits matter here.
  private mutating func makeID() -> UUID {
    var words: (UInt64, UInt64) = (0, 0)
    _ = next(1)
    words.0 = random
    _ = next(1)
    words.1 = random
    // Safety: a UUID is sixteen plain bytes.
    return withUnsafeBytes(of: words) { $0.loadUnaligned(as: UUID.self) }
  }
}

extension Dataset.Step {
  func append(to draft: inout Draft) throws {
    switch self {
    case .baby(let event, let id): try draft.append(event, to: id)
    case .feed(let event, let id): try draft.append(event, to: id)
    case .diaper(let event, let id): try draft.append(event, to: id)
    }
  }
}
