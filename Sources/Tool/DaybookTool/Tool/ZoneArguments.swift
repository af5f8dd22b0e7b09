#if Tools
public import ArgumentParser
public import Daybook
import Foundation

/// The time zone of a screen.
public struct ZoneArguments: ParsableArguments {
  @Option(name: .long, help: "The time zone, such as Europe/Amsterdam; this machine's unless told.")
  var zone: String?

  public init() {}

  /// - Throws: ``BadText`` for a name that is no zone's.
  public func timeZone() throws -> TimeZone? {
    guard let zone else { return nil }
    guard let found = TimeZone(identifier: zone) else {
      throw BadText("“\(zone)” is no time zone; write one such as Europe/Amsterdam")
    }
    return found
  }
}
#endif
