import Foundation
import Nursery

/// How wrong predictions were, each made at a start, of the start after it.
///
/// Starts that the model takes for the one before, written down twice, are not predicted.
struct RollingForecast {
  /// Minutes that the model was off.
  private var errors: [Double] = []
  /// Minutes that the mean of all intervals before was off.
  private var naiveErrors: [Double] = []
  /// Minutes that the median of the intervals at any time of day was off.
  private var flatErrors: [Double] = []
  private var hits = 0
  private var widths: [Double] = []

  /// Predicts each start of each series from those before it.
  init(_ series: [[Date]], zone: TimeZone, subject: Prediction.Subject) {
    for starts in series { add(starts.sorted(), zone, subject) }
  }

  var count: Int { errors.count }
  var medianError: Double { Self.median(errors) }
  var naiveMedianError: Double { Self.median(naiveErrors) }
  var flatMedianError: Double { Self.median(flatErrors) }
  /// The share of starts within the interval.
  var coverage: Double { Double(hits) / Double(count) }
  var medianWidth: Double { Self.median(widths) }

  var report: String {
    func short(_ value: Double) -> String { String(format: "%.1f", value) }
    return "\(count) predictions, median error \(short(medianError)) min, naive "
      + "\(short(naiveMedianError)) min, flat \(short(flatMedianError)) min, coverage \(short(coverage * 100)) %, median width "
      + "\(short(medianWidth)) min"
  }

  private mutating func add(
    _ starts: [Date], _ zone: TimeZone, _ subject: Prediction.Subject
  ) {
    let model = PredictionModel()
    var flat = model
    flat.bandSeconds = 86_400
    let week = 7 * 86_400.0
    var known: [Date] = []
    for (start, next) in zip(starts, starts.dropFirst()) {
      known.append(start)
      // What is older than the model looks at is left out, so that this stays fast.
      let recent = known.suffix { $0 > start - (model.historyDays * 86_400 + week) }
      guard next.timeIntervalSince(start) > model.mergedSeconds,
        let made = model.predict(subject, from: recent, now: start, zone: zone),
        let anyTime = flat.predict(subject, from: recent, now: start, zone: zone),
        let first = starts.first
      else { continue }
      let mean = start.timeIntervalSince(first) / Double(known.count - 1)
      errors.append(abs(made.predictedTime.timeIntervalSince(next)) / 60)
      naiveErrors.append(abs(next.timeIntervalSince(start) - mean) / 60)
      flatErrors.append(abs(anyTime.predictedTime.timeIntervalSince(next)) / 60)
      hits += (made.earliest...made.latest).contains(next) ? 1 : 0
      widths.append(made.latest.timeIntervalSince(made.earliest) / 60)
    }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

extension [Date] {
  /// The last of sorted elements that fulfil a condition.
  fileprivate func suffix(while condition: (Date) -> Bool) -> ArraySlice<Date> {
    self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
