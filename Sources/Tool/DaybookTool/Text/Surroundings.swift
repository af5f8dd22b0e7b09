import Daybook
public import Foundation
import Synchronization

/// What a run takes from its environment.
///
/// | variable | is |
/// |---|---|
/// | `DAYBOOK_STORE` | the store, when `--store` does not name one |
/// | `DAYBOOK_AUTHOR` | who writes, when `--author` does not name them |
/// | `DAYBOOK_NOW` | what the clock shows, for demonstrations and tests |
/// | `DAYBOOK_SEED` | what identifiers follow from, for demonstrations and tests |
/// | `DAYBOOK_PROGRESS` | seconds until a terminal shows progress; 1 unless told |
public struct Surroundings: Sendable {
  public let store: String?
  /// Without blanks around it; nil also for a name of blanks alone.
  public let author: String?
  let seed: String?
  let progressDelay: Double
  /// What is wrong with a variable; nil when nothing is.
  public let problem: String?
  private let fixedNow: Date?

  /// Those of this process.
  public static let current = Surroundings(ProcessInfo.processInfo.environment)

  init(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    store = value("DAYBOOK_STORE")
    let name = variables["DAYBOOK_AUTHOR"]?.trimmingCharacters(in: .whitespacesAndNewlines)
    author = name?.isEmpty == true ? nil : name
    seed = value("DAYBOOK_SEED")
    let now = value("DAYBOOK_NOW").map { ($0, Instant.parse($0)) }
    fixedNow = now?.1
    progressDelay = value("DAYBOOK_PROGRESS").flatMap(Double.init) ?? 1
    // Two authors would be one: the system gives the same sign for all that is not UTF-8.
    problem =
      if author?.contains("\u{FFFD}") == true {
        "DAYBOOK_AUTHOR is not UTF-8 text; give the name in UTF-8"
      } else if let now, now.1 == nil {
        "DAYBOOK_NOW is “\(now.0)”, which is no time; it takes one such as 2026-11-20T21:05:00Z"
      } else {
        nil
      }
  }

  /// A variable of the environment; nil for none and for an empty one.
  public static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The time.
  public var now: Date { fixedNow ?? Date() }

  /// The clock for a store; nil for the system's own.
  public var fixedClock: (@Sendable () -> Date)? {
    fixedNow.map { now -> @Sendable () -> Date in { now } }
  }

  /// Identifiers one after the other; by a seed the same ones for the same `purpose`.
  public func identities(for purpose: String) -> @Sendable () -> UUID {
    let count = Mutex(0)
    return {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return makeID("\(purpose) \(number)")
    }
  }

  /// The zone of this machine.
  public var zone: String { TimeZone.current.identifier }

  /// Makes an identifier; by a seed the same one for the same `purpose`.
  public func makeID(_ purpose: String) -> UUID { seededID(purpose) ?? UUID() }

  /// The same; nil without a seed.
  func seededID(_ purpose: String) -> UUID? {
    guard let seed else { return nil }
    return UUID(name: "\(seed) \(purpose)", in: Self.namespace)
  }

  private static let namespace = UUID(
    uuid: (
      0x9C, 0x5F, 0x3E, 0x0A, 0x6A, 0x0B, 0x4D, 0x8E, 0x9B, 0x54, 0x2E, 0x1D, 0x77, 0x30, 0x41,
      0xC8
    ))
}
