#if Tools
  import Daybook
  import Nursery

  /// The babies that there are, and how they are named.
  struct Babies: Sendable {
    let all: [CurrentProfile]
    private let names: [UUID: String]

    init(_ reader: borrowing some StoreReading & ~Copyable & ~Escapable) throws {
      all = try reader.view(CurrentProfiles.self).all()
      names = Dictionary(all.map { ($0.id, $0.profile.name) }, uniquingKeysWith: { a, _ in a })
    }

    init(_ store: EventStore, asOf token: History.Token? = nil) throws {
      if let token {
        self = try store.read(asOf: token) { try Babies($0) }
      } else {
        self = try store.read { try Babies($0) }
      }
    }

    /// The name; `Unknown` for nobody and for a deleted baby.
    subscript(baby: UUID?) -> String { baby.flatMap { names[$0] } ?? "Unknown" }

    /// The baby of that name, in any case of its letters, or whose id begins so.
    ///
    /// - Throws: `NameError` for none and for several.
    func find(_ text: String) throws -> UUID {
      let wanted = text.lowercased()
      let named = all.filter { $0.profile.name.lowercased() == wanted }
      let found = named.isEmpty ? all.filter { IDPrefix(text)?.matches($0.id) == true } : named
      if let baby = found.first, found.count == 1 { return baby.id }
      guard found.isEmpty else {
        throw NameError(
          "there are \(found.count) babies \(text): \(list(found)); name one by the beginning of its id"
        )
      }
      if all.isEmpty {
        throw NameError("there is no baby yet; add one: daybookctl profile add NAME")
      }
      let hint = Suggestion.sentence(for: text, among: all.map(\.profile.name))
      throw NameError("there is no baby \(text); there is \(list(all))\(hint)")
    }

    /// The one that is meant when none is named: the only one.
    ///
    /// - Throws: `BadText` when there are several, `NameError` when there is none.
    func only() throws -> UUID {
      if let baby = all.first, all.count == 1 { return baby.id }
      if all.isEmpty { return try find("") }
      throw BadText("say which baby: --baby \(all.map(\.profile.name).joined(separator: " or "))")
    }

    private func list(_ babies: [CurrentProfile]) -> String {
      babies.map { "\($0.profile.name) (\(IDPrefix.shortest($0.id)))" }.joined(separator: ", ")
    }
  }

  /// A name that stands for nothing, or for several things.
  struct NameError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
#endif
