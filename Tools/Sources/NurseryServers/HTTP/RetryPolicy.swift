internal import Foundation

/// How often, and after which pauses, a question is asked again.
///
/// Pauses double from the first to the longest. What a server says in `Retry-After` counts instead,
/// unless it is more than what is left of the whole.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a question is asked at most.
  public var attempts: Int
  /// Seconds before the second time.
  public var first: Double
  /// Seconds that a pause of our own lasts at most.
  public var longest: Double
  /// Seconds that all pauses for one question may take together.
  public var total: Double

  /// A policy; six times within ten minutes unless told.
  public init(attempts: Int = 6, first: Double = 1, longest: Double = 60, total: Double = 600) {
    self.attempts = attempts
    self.first = first
    self.longest = longest
    self.total = total
  }

  /// Seconds to wait before the next time; nil when it is not asked again.
  ///
  /// - Parameters:
  ///   - failures: how often it was asked.
  ///   - waited: seconds that were waited.
  ///   - told: seconds that the server asks for.
  func pause(after failures: Int, waited: Double, told: Double?) -> Double? {
    guard failures < attempts else { return nil }
    let own = min(first * pow(2, Double(failures - 1)), longest)
    let pause = max(told ?? own, 0)
    return waited + pause <= total ? pause : nil
  }

  /// Seconds that `Retry-After` asks for: a number, or a date; nil for anything else.
  ///
  /// Source: RFC 9110, section 10.2.3.
  static func seconds(_ text: String?, now: Date) -> Double? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Double(text) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { max($0.timeIntervalSince(now), 0) }
  }
}
