import Foundation

/// Variables of the environment by which `make` asks for more than a change must pass.
enum Environmental {
  /// Whether `make crash` asks for every kill.
  static let wantsAllKills = number("DAYBOOK_KILLS") != nil

  static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }
}
