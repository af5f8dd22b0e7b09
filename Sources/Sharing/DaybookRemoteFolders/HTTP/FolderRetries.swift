public import Foundation

/// How often, and after which pauses, a server that is busy or does not answer is asked again.
///
/// Pauses double from the first to the longest, and each is between a half and the whole of that,
/// so that devices that were turned away together do not come back together. The time that the
/// server names in `Retry-After` counts instead.
public struct FolderRetries: Sendable {
  /// How often one thing is asked for at most.
  public var attempts = 7
  /// The pause before the second time.
  public var first = Duration.milliseconds(200)
  /// How long a pause of this side's choice lasts at most.
  public var longest = Duration.seconds(15)
  /// How long all pauses for one thing may take together.
  public var total = Duration.seconds(90)
  /// The time, by which requests are signed.
  public var now: @Sendable () -> Date = { Date() }
  /// Waits.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// A number from 0 to 1.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Seven times within a minute and a half.
  public init() {}

  /// How long to wait before the next time; nil when it is not asked for again.
  ///
  /// - Parameters:
  ///   - failures: how often it was asked for.
  ///   - waited: how long was waited for it already.
  ///   - told: how long the server asks to wait.
  func pause(after failures: Int, waited: Duration, told: Duration?) -> Duration? {
    guard failures < attempts else { return nil }
    let whole = min(first * (1 << min(failures - 1, 20)), longest)
    let pause = told ?? whole * (0.5 + 0.5 * random())
    return waited + pause <= total ? pause : nil
  }

  /// How long a `Retry-After` asks to wait: a number of seconds, or a date; nil for anything else.
  ///
  /// Source: RFC 9110, section 10.2.3.
  func wait(_ text: String?) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.count <= 9, let seconds = UInt32(text) { return .seconds(Int(seconds)) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map {
      .milliseconds(Int(min(max($0.timeIntervalSince(now()), 0), 1e6) * 1000))
    }
  }
}
