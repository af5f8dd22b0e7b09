public import Daybook

/// When the next feed or nap may begin, from one's own history.
///
/// A statement about habits, made by `PredictionModel`. It is **no medical advice**: it does not
/// know how much a child needs, and must not be shown as a time at which to feed or to put to
/// sleep.
public struct Prediction: Hashable, Sendable, Codable {
  /// What is predicted.
  public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
    /// The next feed.
    case nextFeed = "next_feed"
    /// The next nap.
    case nextNap = "next_nap"
  }

  /// What is predicted.
  public let subject: Subject
  /// The middle: half of the comparable cases came earlier. It may be in the past, when the next
  /// one is late.
  public let predictedTime: Date
  /// The start of the interval that holds the share of the model's `coverage`.
  public let earliest: Date
  /// The end of that interval.
  public let latest: Date
  /// The share of the comparable cases that were within half an hour of the middle, from 0 to 1:
  /// how regular the habit is.
  public let confidence: Double
  /// How many comparable cases there were.
  public let sampleCount: Int
  /// A sentence that says what it is based on.
  public let explanation: String
}
