public import Daybook
import Foundation

/// The screen of a tool that shows things as their properties.
public struct PlainScreen: ToolScreen {
  public let zone: TimeZone
  public let now: Date
  public let kinds: [any KindWords<PlainScreen>.Type]

  /// Makes a screen for the kinds of a schema; `words` take the place of plain ones of their kind.
  public init(
    _ schema: Schema, words: [any KindWords<PlainScreen>.Type] = [],
    zone: TimeZone, now: Date = Surroundings.current.now
  ) {
    self.zone = zone
    self.now = now
    kinds = schema.entityTypes.map { type in
      words.first { $0.storedKind == type.kind } ?? Self.plain(type)
    }
  }

  private static func plain<E: Entity>(_ type: E.Type) -> any KindWords<PlainScreen>.Type {
    PlainKind<E>.self
  }
}
