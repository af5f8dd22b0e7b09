public import Daybook

extension ProjectionReader where P == LastEntries {
  /// The baby's last entry of a kind; of one type when it is given, such as `weight`.
  ///
  /// O(log n) with a type, and for kinds without types. O(types · log n) else.
  public func last(_ kind: EntryKind, of baby: UUID?, type: String? = nil) throws -> UUID? {
    if let type { return try lastKey(kind, baby, type)?.id }
    switch kind {
    case .activity, .measurement, .medication, .customEvent:
      return try lastOfEachType(kind, of: baby).max(by: LastKey.isEarlier)?.id
    default: return try lastKey(kind, baby, "")?.id
    }
  }

  /// The baby's last entry of each type of a kind, by type: the last weight, the last height …
  ///
  /// O(types · log n).
  public func lastOfEachType(_ kind: EntryKind, of baby: UUID?) throws -> [LastKey] {
    var found: [LastKey] = []
    let all = LastEntries.all.where(kind, baby)
    var next = try first(all)
    while let type = next?.key.type, let last = try lastKey(kind, baby, type) {
      found.append(last)
      next = try first(all.after(type))
    }
    return found
  }

  /// The baby's last feed.
  public func lastFeed(of baby: UUID?) throws -> UUID? { try last(.feed, of: baby) }

  /// The baby's entry that ended last, of feeds, sleeps, pumping sessions or activities.
  public func lastFinished(_ kind: EntryKind, of baby: UUID?) throws -> UUID? {
    try last(LastEntries.finished) { LastKey.begin(kind, baby, &$0) }?.key.id
  }

  /// The baby's feed that ended last.
  public func lastFinishedFeed(of baby: UUID?) throws -> UUID? {
    try lastFinished(.feed, of: baby)
  }

  /// The baby's last feed with an amount.
  public func lastAmount(of baby: UUID?) throws -> FeedWithAmount? {
    try last(LastEntries.amounts) { LastKey.begin(.feed, baby, &$0) }.map {
      FeedWithAmount(feed: $0.key.id, start: $0.key.start, last: $0.row)
    }
  }

  /// The baby's last diaper change.
  public func lastDiaper(of baby: UUID?) throws -> UUID? { try last(.diaper, of: baby) }

  /// The baby's entries of a kind that have not ended, the running one last; the others are
  /// conflicts.
  public func running(_ kind: EntryKind, of baby: UUID?) throws -> [UUID] {
    try runningKeys(kind, of: baby).map(\.id)
  }

  /// As `running(_:of:)`, with when they began.
  func runningKeys(_ kind: EntryKind, of baby: UUID?) throws -> [LastKey] {
    try rows(LastEntries.running) { LastKey.begin(kind, baby, &$0) }.map(\.key)
      .sorted(by: LastKey.isEarlier)
  }

  /// The baby's feeds without an end, the running one last; the others are conflicts.
  public func runningFeeds(of baby: UUID?) throws -> [UUID] { try running(.feed, of: baby) }

  /// The last amount under a name, as a cache keyed by names would hold it: of several babies with
  /// the name, the one whose last amount was written last.
  public func lastAmount(
    named name: String, among profiles: [CurrentProfile]
  ) throws -> LastFeedAmount? {
    try profiles.filter { $0.profile.name == name }
      .compactMap { try lastAmount(of: $0.id)?.last }
      .max { $0.modified < $1.modified }
  }

  // MARK: Parts

  private func lastKey(_ kind: EntryKind, _ baby: UUID?, _ type: String) throws -> LastKey? {
    try last(LastEntries.entries) { writer in
      LastKey.begin(kind, baby, &writer)
      writer.string(LastKey.typeText(type))
    }?.key
  }
}

extension LastEntries {
  /// Every entry; `all.where(.sleep, baby)` are a baby's sleeps, by type and time.
  public static var all: ViewQuery<LastEntries, LastKey, Empty, LastKey> { query(entries) }

  /// A baby's entries of one type, newest first.
  static func newest(
    _ kind: EntryKind, _ baby: UUID?, _ type: String
  ) -> ViewQuery<LastEntries, LastKey, Empty, Key3<Date, Date?, UUID>> {
    all.where(kind, baby).where(LastKey.typeText(type)).descending
  }
}
