internal import Foundation

/// When a logical day begins: a wall-clock time in a zone.
///
/// A parameter of every view by day, never stored with an event: what is shared is the instant.
public struct DayBoundary: Sendable, Hashable {
  /// The zone's identifier, such as `Europe/Amsterdam`.
  public let zone: String
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Names a boundary; without a time, 07:00.
  ///
  /// - Throws: `DayBoundaryError` when the zone is not known here or the time is not one.
  public init(zone: String, hour: Int = 7, minute: Int = 0) throws(DayBoundaryError) {
    guard TimeZone(identifier: zone) != nil else { throw .unknownZone(zone) }
    guard (0..<24).contains(hour), (0..<60).contains(minute) else {
      throw .invalidTime(hour: hour, minute: minute)
    }
    self.zone = zone
    self.hour = hour
    self.minute = minute
  }
}

extension DayBoundary {
  /// The boundary as text, such as `Europe/Amsterdam 07:00`; `init(text:)` reads it back.
  public var text: String {
    let parts = [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(zone) \(parts[0]):\(parts[1])"
  }

  /// Reads what `text` gave; nil for other text.
  ///
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public init?(text: String) throws(DayBoundaryError) {
    let parts = text.split(separator: " ")
    let clock = parts.last?.split(separator: ":") ?? []
    guard parts.count == 2, clock.count == 2, let hour = Int(clock[0]), let minute = Int(clock[1])
    else { return nil }
    try self.init(zone: String(parts[0]), hour: hour, minute: minute)
  }
}

/// Coded as its text.
extension DayBoundary: Codable {
  /// - Throws: `DecodingError` for text that is none; `DayBoundaryError` for an unknown zone.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let boundary = try DayBoundary(text: text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text)\" is no day boundary; one is \"Europe/Amsterdam 07:00\""))
    }
    self = boundary
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
