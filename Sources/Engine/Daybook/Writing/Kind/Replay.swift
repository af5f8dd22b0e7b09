public import Foundation

/// What a replay of the log found: where the store did not have what its log says.
public struct Replay: Sendable, Equatable {
  /// An entity whose stored state was not what its events fold to.
  public struct Difference: Sendable, Equatable, CustomStringConvertible {
    /// The name of its kind.
    public let kind: String
    /// Its identifier.
    public let entity: UUID
    /// The event that makes the difference: the last that sets a property which differs, or one
    /// that cannot be folded. nil where a purge has taken it.
    public let position: UInt64?
    /// The transaction of that event.
    public let transaction: UInt64?
    /// The properties that differ: `old` is what was stored, `new` is what the log says.
    public let properties: [History.PropertyChange]
    /// Why an event of the entity cannot be folded; nil when all can.
    public let failure: String?

    public var description: String {
      let place = transaction.map { "by transaction \($0)" } ?? "of no event"
      let words = failure.map { [$0] } ?? properties.map(\.description)
      let what = words.isEmpty ? "its times and counts" : words.joined(separator: ", ")
      return "\(kind) \(entity), \(place): \(what)"
    }
  }

  /// How many differences are kept in ``differences``.
  public static let mostListed = 1000

  /// The entities that were folded.
  public internal(set) var entities = 0
  /// The events that they were folded from.
  public internal(set) var events: UInt64 = 0
  /// The entities of kinds that the schema does not know, or another version of the app folds: they
  /// stay as they are.
  public internal(set) var skipped = 0
  /// How many entities were not what the log says.
  public internal(set) var differing = 0
  /// The first ``mostListed`` of them.
  public internal(set) var differences: [Difference] = []

  /// Whether every entity was what the log says.
  public var agrees: Bool { differing == 0 }

  init() {}

  /// Begins with what an earlier one has put right and told nobody of.
  init(_ notes: ReplayNotes) { (differing, differences) = (notes.differing, notes.differences) }

  mutating func add(_ step: LogReplay.Step) {
    entities += step.entities
    events += step.events
    skipped += step.skipped
    differing += step.differences.count
    differences += step.differences.prefix(Self.mostListed - differences.count)
  }
}
