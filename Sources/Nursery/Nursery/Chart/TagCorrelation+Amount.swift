public import Daybook

extension TagCorrelation {
  /// One feed.
  public struct Feed: Equatable, Sendable, Codable {
    /// When it began.
    public var start: Date
    /// Its tags.
    public var tags: [String]
    /// How much; nil when nobody said.
    public var amount: Amount?

    /// Describes a feed.
    public init(start: Date, tags: [String] = [], amount: Amount? = nil) {
      self.start = start
      self.tags = tags
      self.amount = amount
    }
  }

  /// How the amounts of feeds with each tag differ from those of feeds without it; strongest first.
  ///
  /// Feeds without a volume count towards `count` alone. Coefficient and p are those of
  /// `TwoGroups`, on millilitres. Takes O(n) for each tag.
  ///
  /// - Parameters:
  ///   - period: the feeds that began in it are looked at.
  ///   - unknown: what unknown units mean; nil leaves their amounts out.
  public static func ofTags(
    _ tags: [String], withAmountsOf feeds: some Sequence<Feed>, during period: Range<Date>,
    takingUnknownAs unknown: VolumeUnit? = nil, matching: TagMatching = .ignoringCase
  ) -> [TagCorrelation] {
    let sources = feeds.filter { period.contains($0.start) }.map { feed in
      let volume = feed.amount?.nanolitres(takingUnknownAs: unknown)
      return (
        tags: matching.keys(feed.tags),
        millilitres: volume.map(VolumeUnit.millilitre.value(ofNanolitres:))
      )
    }
    return sorted(
      tags.map { tag in
        let key = matching.key(tag)
        let with = sources.filter { $0.tags.contains(key) }
        guard !with.isEmpty else { return none(tag) }
        let groups = TwoGroups(
          tagged: with.compactMap(\.millilitres),
          other: sources.filter { !$0.tags.contains(key) }.compactMap(\.millilitres))
        return TagCorrelation(
          tag: tag, count: with.count, matches: groups.tagged.count,
          meanMillilitres: groups.tagged.isEmpty ? nil : TwoGroups.mean(groups.tagged),
          coefficient: groups.pointBiserial, pValue: groups.welchPValue)
      })
  }
}
