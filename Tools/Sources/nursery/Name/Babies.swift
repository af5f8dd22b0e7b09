import Daybook
import DaybookTool
import Nursery

/// The babies that there are, and how they are named.
struct Babies: Sendable {
  let all: [CurrentProfile]
  /// Those that were deleted or taken back, the one that went last at the end; none where the
  /// babies are those of an earlier time.
  let gone: [GoneBaby]
  let names: [UUID: String]
  /// Writes a command for the store that they are of as somebody would type it.
  let command: @Sendable (String) -> String
  /// Why there is none, and what to do.
  private let reason: String

  /// How much of a name is shown beside entries, in columns.
  private static let widest = 40

  /// - Parameters:
  ///   - reason: why there is none, in case that is so.
  ///   - gone: those that were deleted or taken back.
  ///   - namesGone: whether they are called as they were, as in what a command did.
  ///   - command: writes a command for the store as somebody would type it.
  init(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, reason: String = Self.reason,
    gone: [GoneBaby] = [], namesGone: Bool = false,
    command: @escaping @Sendable (String) -> String = { "\(NurseryTool.name) \($0)" }
  ) throws {
    (self.reason, self.gone, self.command) = (reason, gone, command)
    all = try reader.view(CurrentProfiles.self).all()
    let named =
      all.map { ($0.id, $0.profile.name) } + (namesGone ? gone.map { ($0.id, $0.name) } : [])
    let counts = Dictionary(named.map { ($0.1, 1) }, uniquingKeysWith: +)
    names = Dictionary(
      named.map { id, name in
        let words = name.cut(to: Self.widest)
        // Of two that are called the same, nobody could tell whose an entry is.
        return (id, counts[name] == 1 ? words : "\(words) (\(IDPrefix.shortest(id)))")
      }, uniquingKeysWith: { a, _ in a })
  }

  init(
    _ store: EventStore, _ arguments: StoreArguments, asOf token: History.Token? = nil,
    namesGone: Bool = false
  ) throws {
    let sharing = try Sharing(store)
    let reason =
      switch sharing {
      case .begun, .joined: sharing.lack(arguments)
      case .alone, .shared: "\(Self.reason): " + arguments.command("profile add NAME")
      }
    let command: @Sendable (String) -> String = { arguments.command($0) }
    if let token {
      self = try store.read(asOf: token) { try Babies($0, reason: reason, command: command) }
    } else {
      self = try store.read { reader in
        let gone = try reader.goneBabies(arguments.command)
        return try Babies(
          reader, reason: Self.lack(of: gone, arguments) ?? reason, gone: gone,
          namesGone: namesGone, command: command)
      }
    }
  }

  /// That every baby is gone, with the way to the last one; nil when none comes back.
  private static func lack(of gone: [GoneBaby], _ arguments: StoreArguments) -> String? {
    let deleted = gone.filter { $0.way == .restore }
    if deleted.count == 1 { return deleted[0].sentence }
    if let last = deleted.last, let back = last.back {
      return "all babies are deleted; to bring back the last one, \(last.name): \(back)"
    }
    guard let last = gone.last(where: { $0.back != nil }), let back = last.back else { return nil }
    return "there is no baby any more; add one: \(arguments.command("profile add NAME")), or bring "
      + "\(last.name) back: \(back)"
  }

  private static let reason = "there is no baby yet; add one"

  /// The name; `Unknown` for nobody, and for a deleted baby where those are not named.
  subscript(baby: UUID?) -> String { baby.flatMap { names[$0] } ?? "Unknown" }

  /// The name; of a baby that is not there the beginning of its id too, which tells it from
  /// nobody.
  func heading(_ baby: UUID?) -> String {
    guard let baby else { return self[nil] }
    return names[baby] ?? "\(self[nil]) (\(IDPrefix.shortest(baby)))"
  }

  /// The sentence where there is none.
  var nothing: String { reason.sentence }

  /// What stands for a baby alone in a command: its name, or the digits of its id.
  func word(for baby: UUID) -> String {
    zip(all, byName.words).first { $0.0.id == baby }?.1 ?? IDPrefix.shortest(baby)
  }

  /// What says in a command which baby is meant, with a blank before it; nothing where there is
  /// only one.
  func option(for baby: UUID?) -> String {
    all.count < 2 ? "" : " --baby \(baby.map { word(for: $0).quoted } ?? "BABY")"
  }

  /// The first name of several words of which a word is one, in any case of its letters; nil for
  /// none.
  func name(with word: String) -> String? {
    all.map(\.profile.name).first { name in
      let words = name.split(whereSeparator: \.isWhitespace)
      return words.count > 1 && words.contains { $0.lowercased() == word.lowercased() }
    }
  }

  /// The babies by name.
  var byName: Names {
    Names(
      all: all.map { NamedThing(id: $0.id, name: $0.profile.name) }, word: "baby",
      plural: "babies", nothing: reason)
  }

  /// The baby of that name, in any case of its letters, or whose name or id begins so.
  ///
  /// - Throws: `NameError` for none, for one that is gone, and for several.
  func find(_ text: String) throws -> UUID {
    let names = byName
    if !text.isEmpty, let baby = gone(text) {
      // Whoever types a name as it was means no other that is nearly so.
      let isMeant = baby.name == text && !all.contains { $0.profile.name == text }
      if isMeant || names.matches(text).isEmpty { throw NameError(baby.sentence) }
    }
    return try names.find(text)
  }

  /// The one of those that are gone that is called so, or that went last of several.
  private func gone(_ text: String) -> GoneBaby? {
    let all = gone.map { NamedThing(id: $0.id, name: $0.name) }
    let found = Names(all: all, word: "baby", plural: "babies", nothing: "").matches(text)
    return found.last.flatMap { thing in gone.first { $0.id == thing.id } }
  }

  /// The one that is meant when none is named: the only one.
  ///
  /// - Parameter words: what is to be typed for one of several, by its name or the digits of its
  ///   id.
  /// - Throws: `BadText` when there are several, `NameError` when there is none.
  func only(
    typed words: (_ name: String) -> String = { "--baby \($0.quoted)" }
  ) throws -> UUID {
    if let baby = all.first, all.count == 1 { return baby.id }
    if all.isEmpty { return try find("") }
    throw question(all.map(\.id), typed: words)
  }

  /// The question which of these babies is meant.
  func question(
    _ babies: [UUID], typed words: (_ name: String) -> String = { "--baby \($0.quoted)" }
  ) -> BadText {
    BadText("say which baby: " + babies.map { words(word(for: $0)) }.joined(separator: " or "))
  }
}
