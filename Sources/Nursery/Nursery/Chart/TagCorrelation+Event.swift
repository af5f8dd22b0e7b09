public import Daybook

extension TagCorrelation {
  /// One entry of a history, of any kind.
  public struct Entry: Hashable, Sendable, Codable {
    /// When it was or began.
    public var date: Date
    /// Its tags.
    public var tags: [String]
    /// What tells its type when it is a custom event, such as the emoji; nil for other kinds.
    public var event: String?

    /// Describes an entry.
    public init(date: Date, tags: [String] = [], event: String? = nil) {
      self.date = date
      self.tags = tags
      self.event = event
    }
  }

  /// The events that may follow.
  public struct Target: Hashable, Sendable, Codable {
    /// Their type, as in `Entry.event`.
    public var event: String
    /// A tag that they must have; nil when any will do.
    public var tag: String?

    /// Describes the events.
    public init(event: String, tag: String? = nil) {
      self.event = event
      self.tag = tag
    }
  }

  /// How often entries with each tag were followed by the target, against entries without it;
  /// strongest first.
  ///
  /// An entry at time t is followed when a target event is later than t and at most `window` after
  /// it. Events of the target's type are no sources themselves, whatever their tags. Coefficient
  /// and p are those of `ContingencyTable`. Takes O(n log n) once and O(n) for each tag.
  ///
  /// - Parameters:
  ///   - period: where sources are looked for; targets may come up to `window` after its end.
  ///   - window: seconds; an hour unless told otherwise.
  public static func ofTags(
    _ tags: [String], followedBy target: Target, in entries: some Sequence<Entry>,
    during period: Range<Date>, window: Double = 3600, matching: TagMatching = .ignoringCase
  ) -> [TagCorrelation] {
    var sources: [(date: Date, tags: Set<String>)] = []
    var targets: [Date] = []
    for entry in entries {
      let keys = matching.keys(entry.tags)
      if entry.event == target.event {
        if target.tag.map({ keys.contains(matching.key($0)) }) ?? true {
          targets.append(entry.date)
        }
      } else if period.contains(entry.date) {
        sources.append((entry.date, keys))
      }
    }
    targets.sort()
    let followed = sources.map { source in
      targets.first(after: source.date).map { $0 <= source.date + window } ?? false
    }
    return sorted(
      tags.map { tag in
        let key = matching.key(tag)
        return ofEvents(tag, zip(sources, followed).map { ($0.tags.contains(key), $1) })
      })
  }

  private static func ofEvents(
    _ tag: String, _ sources: [(isTagged: Bool, isFollowed: Bool)]
  ) -> TagCorrelation {
    var table = ContingencyTable(a: 0, b: 0, c: 0, d: 0)
    for source in sources {
      switch (source.isTagged, source.isFollowed) {
      case (true, true): table.a += 1
      case (true, false): table.b += 1
      case (false, true): table.c += 1
      case (false, false): table.d += 1
      }
    }
    guard table.a + table.b > 0 else { return none(tag) }
    return TagCorrelation(
      tag: tag, count: table.a + table.b, matches: table.a, meanMillilitres: nil,
      coefficient: table.phi, pValue: table.pValue)
  }
}

extension [Date] {
  /// The first of sorted dates that is later than `date`, by halving.
  fileprivate func first(after date: Date) -> Date? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > date { high = middle } else { low = middle + 1 }
    }
    return low < endIndex ? self[low] : nil
  }
}
