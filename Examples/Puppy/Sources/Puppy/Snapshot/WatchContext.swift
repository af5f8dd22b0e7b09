import Foundation

/// What the watch shows: `watchContext.json`, in the words of the old app's context, with times as
/// seconds since 1970.
///
/// This file imports nothing of the app, so the watch can compile it. It is read as `WidgetData`
/// is.
public struct WatchContext: Codable, Hashable, Sendable {
  public var puppyName = "--"
  public var streak = 0
  public var timestamp = Date(timeIntervalSince1970: 0)
  public var lastPeeTime: Date?
  public var lastPoopTime: Date?
  public var isSleeping = false
  public var sleepStartTime: Date?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) {
      value = (try? values.decodeIfPresent(Value.self, forKey: key)) ?? value
    }
    read(.puppyName, into: &puppyName)
    read(.streak, into: &streak)
    read(.timestamp, into: &timestamp)
    read(.lastPeeTime, into: &lastPeeTime)
    read(.lastPoopTime, into: &lastPoopTime)
    read(.isSleeping, into: &isSleeping)
    read(.sleepStartTime, into: &sleepStartTime)
  }

  /// Reads a file; one that is no JSON tells nothing.
  public init(json bytes: some Sequence<UInt8>) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    self = (try? decoder.decode(Self.self, from: Data(bytes))) ?? Self()
  }

  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
