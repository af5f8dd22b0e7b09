public import Daybook
public import Nursery

/// Entries for tests and previews: identifiers are fixed, times are relative to a given now.
///
/// ```swift
/// let fixtures = NurseryFixtures(now: clock.now)
/// let mina = fixtures.makeBabyProfile(name: "Mina")
/// let feed = fixtures.makeFeedSession(of: mina.id, minutesAgo: 90)
/// try store.append { draft in
///   try draft.addBaby(mina.id, mina.value)
///   try draft.record(feed.id, feed.value)
/// }
/// ```
/// Two of one kind need two numbers, or they are the same entity.
public struct NurseryFixtures: Sendable {
  /// What times are relative to.
  public let now: Date

  /// Makes fixtures around a time; by default 2025-11-06, 20:05 UTC.
  public init(now: Date = Date(timeIntervalSinceReferenceDate: 784_152_300)) { self.now = now }

  /// The identifier of the fixture with that number, of entities with that stable kind.
  public func id(_ kind: String, _ number: Int = 1) -> UUID {
    // Made at random, once.
    let namespace = UUID(
      uuid: (2, 234, 174, 47, 11, 165, 67, 29, 155, 105, 18, 11, 176, 149, 95, 68))
    return UUID(name: "\(kind) \(number)", in: namespace)
  }

  /// A time before now.
  public func ago(minutes: Double) -> Date { now.addingTimeInterval(-minutes * 60) }

  func make<E: NurseryEntry>(_ number: Int, _ entry: E) -> Identified<E> {
    Identified(id: id(E.kind, number), value: entry)
  }
}

extension NurseryFixtures {
  /// A profile; later numbers are made a day later each, so that lists are in their order.
  public func makeBabyProfile(
    _ number: Int = 1, name: String = "Mina", feedTerm: Double = BabyProfile.standardFeedTerm,
    birthDate: String? = nil
  ) -> Identified<BabyProfile> {
    let createdAt = ago(minutes: Double(200 - number) * 1_440)
    return Identified(
      id: id(BabyProfile.kind, number),
      value: BabyProfile(
        name: name, feedTerm: feedTerm, createdAt: createdAt, birthDate: birthDate))
  }

  /// A type of custom events.
  public func makeCustomEventType(
    _ number: Int = 1, name: String = "Bath", emoji: String = "🛁"
  ) -> Identified<CustomEventType> {
    let type = CustomEventType(
      name: name, emoji: emoji, createdAt: ago(minutes: Double(100 - number) * 1_440))
    return Identified(id: id(Record<CustomEventType>.kind, number), value: type)
  }

  /// A timer that began so many minutes ago.
  public func makeRunningTimer(
    _ number: Int = 1, of baby: UUID? = nil, minutesAgo: Double = 10, name: String? = nil
  ) -> Identified<RunningTimer> {
    Identified(
      id: id(RunningTimer.kind, number),
      value: RunningTimer(baby: baby, name: name, start: ago(minutes: minutesAgo)))
  }
}

extension Draft {
  /// Writes down a finished feed with an amount, so that it is the baby's last amount.
  ///
  /// - Returns: the feed.
  @discardableResult
  public mutating func seedLastFeedAmount(
    _ amount: Amount, of baby: UUID, _ number: Int = 1, minutesAgo: Double = 90,
    fixtures: NurseryFixtures
  ) throws -> UUID {
    let feed = fixtures.makeFeedSession(
      number, of: baby, minutesAgo: minutesAgo, amount: amount)
    try record(feed.id, feed.value)
    return feed.id
  }
}
