public import Daybook

/// Predicts the next start from the intervals after earlier starts at the same time of day.
///
/// The model, for the last start before `now`:
/// 1. Starts within `mergedSeconds` of the one before are the same one, written down twice.
/// 2. Intervals between starts that follow each other within the last `historyDays` are taken;
///    those above a day are gaps in the records.
/// 3. Of these, the ones that began within `bandSeconds` of the last start's time of day are
///    comparable; when they are fewer than `minimumSamples`, the nearest ones by time of day are.
/// 4. The prediction is their median, the interval their quantiles (see `Quantile`'s source,
///    Hyndman and Fan 1996, definition 6), both added to the last start.
///
/// Each start predicted from those before it, in two generated data sets with a rhythm by time of
/// day; minutes by which it was off in the median:
///
/// | starts | this model | median at any time of day | mean of all | width of the interval |
/// |---|---|---|---|---|
/// | feeds | 53, 56 | 76, 72 | 81, 78 | 231, 216 |
/// | sleeps, naps and nights | 57, 52 | 74, 72 | 78, 78 | 240, 207 |
/// | naps alone | 70, 64 | 102, 80 | 336, 306 | 885, 427 |
///
/// The interval held 80 to 87 % of the starts. The last nap of a day is followed by one of the next
/// day, so that for naps alone the interval is too wide to be of use in the afternoon: predict from
/// all sleeps. Feeds that come at random are predicted no better than by their median.
///
/// It looks at starts alone: not at amounts, not at the child's age, not at what happened today.
/// Where one time of day is followed by two things, such as a late nap by another one or by the
/// night, the interval spans both.
/// It is made for habits and is **no medical advice**.
public struct PredictionModel: Hashable, Sendable, Codable {
  /// How far back the history is looked at.
  public var historyDays = 28.0
  /// How far two times of day may be apart to be comparable; around midnight too.
  public var bandSeconds = 7200.0
  /// How many comparable intervals there must be; with fewer in all there is no prediction.
  public var minimumSamples = 12
  /// The share of cases that the interval shall hold.
  public var coverage = 0.8
  /// Starts that are no further apart than this are one.
  public var mergedSeconds = 300.0

  /// Intervals above this are gaps in the records.
  private static let gap = 86_400.0
  /// How far from the middle a case still counts for the confidence.
  private static let near = 1800.0

  /// Makes a model with the values that were measured.
  public init() {}

  /// The prediction for the start after the last one in `starts`; O(n log n).
  ///
  /// Nil when there are fewer than `minimumSamples` intervals in the last `historyDays`, and when
  /// the last start is more than a day ago.
  ///
  /// - Parameters:
  ///   - starts: in any order; those after `now` are not looked at.
  ///   - zone: whose times of day are compared.
  public func predict(
    _ subject: Prediction.Subject, from starts: some Sequence<Date>, now: Date, zone: TimeZone,
    language: TextLanguage = .english
  ) -> Prediction? {
    let times = distinct(starts, until: now)
    guard let last = times.last, now.timeIntervalSince(last) <= Self.gap else { return nil }
    let waits = comparable(times, last, zone).sorted()
    guard !waits.isEmpty else { return nil }
    let tail = coverage > 0 ? max((1 - coverage) / 2, 0) : 0.5
    let (low, middle, high) = (
      Quantile.of(waits, tail), Quantile.of(waits, 0.5), Quantile.of(waits, 1 - tail)
    )
    let close = waits.count { abs($0 - middle) <= Self.near }
    let basis = PredictionText.Basis(
      subject: subject, count: waits.count, days: historyDays, coverage: coverage, low: low,
      middle: middle, high: high)
    return Prediction(
      subject: subject, predictedTime: last + middle, earliest: last + low, latest: last + high,
      confidence: Double(close) / Double(waits.count), sampleCount: waits.count,
      explanation: PredictionText.explanation(basis, language))
  }

  /// The starts until `now` in order, each once.
  private func distinct(_ starts: some Sequence<Date>, until now: Date) -> [Date] {
    var times: [Date] = []
    for start in starts.filter({ $0 <= now }).sorted() {
      if let last = times.last, start.timeIntervalSince(last) <= mergedSeconds { continue }
      times.append(start)
    }
    return times
  }

  /// The intervals that are comparable with the one after `last`; none when there are too few.
  private func comparable(_ times: [Date], _ last: Date, _ zone: TimeZone) -> [Double] {
    guard let time = ClockText.secondOfDay(last, zone) else { return [] }
    var found: [(distance: Int, wait: Double)] = []
    for (start, next) in zip(times, times.dropFirst()).reversed() {
      guard last.timeIntervalSince(start) <= historyDays * 86_400 else { break }
      let wait = next.timeIntervalSince(start)
      guard wait <= Self.gap, let other = ClockText.secondOfDay(start, zone) else { continue }
      let apart = abs(time - other)
      found.append((min(apart, 86_400 - apart), wait))
    }
    guard found.count >= max(minimumSamples, 1) else { return [] }
    let within = found.filter { Double($0.distance) <= bandSeconds }
    if within.count >= minimumSamples { return within.map(\.wait) }
    // Of intervals that are equally near, the newer ones come first.
    let nearest = found.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    return nearest.prefix(max(minimumSamples, 1)).map(\.element.wait)
  }
}
