public import Daybook
import Foundation

/// What everything on one screen has in common: the zone, what time it is, and the words.
public protocol ToolScreen: Sendable {
  /// What every thing has for this tool, whatever its kind; nothing unless told.
  associatedtype Facts: Sendable = NoFacts

  /// The zone of times.
  var zone: TimeZone { get }
  /// What the zone is called on the screen.
  var zoneName: String { get }
  /// What time it is.
  var now: Date { get }
  /// The kinds of things that there are, in the order in which they are counted.
  var kinds: [any KindWords<Self>.Type] { get }
  /// What all lists of JSON say beside their rows.
  var json: [String: JSON.Value] { get }
  /// The thing that a name stands for; nil when none is called so, and ids are looked through.
  ///
  /// - Throws: ``NameError`` for a name that stands for several.
  func named(
    _ text: String, _ reader: borrowing Reader, deletedOnly: Bool, afterIDs: Bool
  ) throws -> Found<Self>?
  /// Where else than in ids names are looked for, such as ` and no baby is called so`.
  var namesHint: String { get }
  /// The sentence for the events of one kind in a sum, such as `row` and `rows`; nil for a kind
  /// that the tool does not know.
  func sumWords(ofStored kind: String) -> (one: String, many: String)?
  /// What an event says of a thing that has no words; nil for one that is not known.
  func words(of event: History.Event, _ reader: borrowing Reader) throws -> String?
}

/// Nothing that every thing has.
public struct NoFacts: Sendable { public init() {} }

extension ToolScreen {
  public var zoneName: String { zone.identifier }
  public var json: [String: JSON.Value] { ["zone": .text(zoneName)] }
  public var namesHint: String { "" }
  public func named(
    _ text: String, _ reader: borrowing Reader, deletedOnly: Bool, afterIDs: Bool
  ) throws -> Found<Self>? { nil }
  public func sumWords(ofStored kind: String) -> (one: String, many: String)? {
    ImportKinds.names[kind]
  }
  public func words(of event: History.Event, _ reader: borrowing Reader) throws -> String? {
    try ImportKinds.words(event, reader)
  }

  /// The line that says once which zone times are of.
  public var zoneLegend: String { "Times in \(zoneName)." }

  /// Calendar day and minute, such as `2026-11-20 21:05`.
  public func time(_ date: Date) -> String {
    let text = Instant.local(date, zone)
    return Instant.hasYear(date) ? String(text.prefix(16)) : text
  }

  /// Calendar day and second.
  public func second(_ date: Date) -> String { Instant.local(date, zone) }

  /// The kind that is stored under a name; nil for one that is not known here.
  public func kind(stored name: String) -> (any KindWords<Self>.Type)? {
    kinds.first { $0.storedKind == name }
  }

  /// The kind that somebody means by a word, for one or for several; nil for none.
  func kind(named word: String) -> (any KindWords<Self>.Type)? {
    kinds.first { $0.word == word || $0.plural == word }
  }
}
