import Daybook
public import Foundation

/// Something that has a name.
public struct NamedThing: Sendable {
  public let id: UUID
  public let name: String
  /// What stands for it beside its name; empty for things without signs.
  public let sign: String

  public init(id: UUID, name: String, sign: String = "") {
    self.id = id
    self.name = name
    self.sign = sign
  }

  /// With the beginning of its id, such as `🛁 Bath (3f2a9c01)`.
  fileprivate func words(among others: [NamedThing]) -> String {
    "\(sign.isEmpty ? "" : sign + " ")\(name) (\(digits(among: others)))"
  }

  /// The digits of its id that none of the others has.
  fileprivate func digits(among others: [NamedThing]) -> String {
    IDPrefix.shortest(id, among: others.map(\.id))
  }
}

/// Things of one sort, as commands take them by name.
public struct Names: Sendable {
  public let all: [NamedThing]
  /// What one of them is called, such as `baby`.
  public let word: String
  public let plural: String
  /// What is said where there are none.
  public let nothing: String

  public init(all: [NamedThing], word: String, plural: String, nothing: String) {
    self.all = all
    self.word = word
    self.plural = plural
    self.nothing = nothing
  }

  /// The thing with that name in any case of its letters, or with that sign; else the one whose
  /// name or id begins so.
  ///
  /// - Throws: `NameError` for none and for several, with those that may be meant.
  public func find(_ text: String) throws -> UUID {
    let found = matches(text)
    if let thing = found.first, found.count == 1 { return thing.id }
    if all.isEmpty { throw NameError(nothing) }
    guard found.isEmpty else {
      let plain = text.plain
      let isWhole = found.allSatisfy { isNamed($0, text) || $0.name.plain == plain }
      throw NameError(
        "\(isWhole ? "there are" : "“\(text)” begins") \(found.count) \(plural)"
          + "\(isWhole ? " \(text)" : ""): \(list(found)); "
          + (isWhole ? "name one by the beginning of its id" : "write more of one"))
    }
    let hint = Suggestion.sentence(for: text, among: all.map(\.name))
    let name = text.allSatisfy(\.isWhitespace) ? "“\(text)”" : text
    throw NameError("there is no \(word) \(name); there is \(list(all))\(hint)")
  }

  /// Makes sure that a name is free: in whatever case and with whatever blanks it is none of
  /// theirs. So a command that takes it knows which of them is meant.
  ///
  /// - Parameters:
  ///   - own: the one that gets the name, which may have it already; nil for a new one.
  ///   - change: the words of the command that changes one of them, such as `profile edit`.
  /// - Throws: `TakenName` with the ways out.
  public func checkFree(_ name: String, for own: UUID? = nil, change: String) throws {
    let wanted = Self.folded(name)
    guard let taken = all.first(where: { $0.id != own && Self.folded($0.name) == wanted }) else {
      return
    }
    throw TakenName(
      "there is a \(word) \(taken.words(among: all)) already, and case and blanks alone tell no "
        + "two names apart; give another name",
      change: "\(change) \(taken.digits(among: all)) FIELD=VALUE")
  }

  private static func folded(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// What a text may mean: those that are called so; or else those that begin so or are called so
  /// but for accents; or else those that begin so but for accents.
  public func matches(_ text: String) -> [NamedThing] {
    let named = all.filter { isNamed($0, text) }
    if !named.isEmpty || text.isEmpty { return named }
    let (wanted, prefix) = (text.lowercased(), IDPrefix(text))
    let begun = all.filter {
      $0.name.lowercased().hasPrefix(wanted) || prefix?.matches($0.id) == true
    }
    let plain = text.plain
    if plain.isEmpty { return begun }
    let alike = all.filter { $0.name.plain == plain }
    if !alike.isEmpty {
      // “Zoe” may be Zoë as well as the beginning of Zoey.
      return all.filter { thing in (alike + begun).contains { $0.id == thing.id } }
    }
    return begun.isEmpty ? all.filter { $0.name.plain.hasPrefix(plain) } : begun
  }

  /// A word for each of them that stands for it alone: its name, or the beginning of its id, as of
  /// a name with a dash before it, which a command takes for an option.
  public var words: [String] {
    all.map {
      matches($0.name).count == 1 && !$0.name.hasPrefix("-") ? $0.name : $0.digits(among: all)
    }
  }

  private func isNamed(_ thing: NamedThing, _ text: String) -> Bool {
    thing.name.lowercased() == text.lowercased() || !text.isEmpty && thing.sign == text
  }

  private func list(_ things: [NamedThing]) -> String {
    things.map { $0.words(among: all) }.joined(separator: ", ")
  }
}
