#if Tools
  import Foundation

  /// Something that has a name.
  struct NamedThing: Sendable {
    let id: UUID
    let name: String
    /// What stands for it beside its name; empty for things without signs.
    var sign = ""

    /// With the beginning of its id, such as `🛁 Bath (3f2a9c01)`.
    fileprivate var words: String {
      "\(sign.isEmpty ? "" : sign + " ")\(name) (\(IDPrefix.shortest(id)))"
    }
  }

  /// Things of one sort, as commands take them by name.
  struct Names: Sendable {
    let all: [NamedThing]
    /// What one of them is called, such as `baby`.
    let word: String
    let plural: String
    /// What is said where there are none.
    let nothing: String

    /// The thing with that name in any case of its letters, or with that sign; else the one whose
    /// name or id begins so.
    ///
    /// - Throws: `NameError` for none and for several, with those that may be meant.
    func find(_ text: String) throws -> UUID {
      let found = matches(text)
      if let thing = found.first, found.count == 1 { return thing.id }
      if all.isEmpty { throw NameError(nothing) }
      guard found.isEmpty else {
        let isWhole = found.allSatisfy { isNamed($0, text) }
        throw NameError(
          "\(isWhole ? "there are" : "“\(text)” begins") \(found.count) \(plural)"
            + "\(isWhole ? " \(text)" : ""): \(Self.list(found)); "
            + (isWhole ? "name one by the beginning of its id" : "write more of one"))
      }
      let hint = Suggestion.sentence(for: text, among: all.map(\.name))
      let name = text.isEmpty ? "“”" : text
      throw NameError("there is no \(word) \(name); there is \(Self.list(all))\(hint)")
    }

    /// What a text may mean: those that are called so, or else those that begin so.
    func matches(_ text: String) -> [NamedThing] {
      let named = all.filter { isNamed($0, text) }
      if !named.isEmpty || text.isEmpty { return named }
      let (wanted, prefix) = (text.lowercased(), IDPrefix(text))
      return all.filter {
        $0.name.lowercased().hasPrefix(wanted) || prefix?.matches($0.id) == true
      }
    }

    private func isNamed(_ thing: NamedThing, _ text: String) -> Bool {
      thing.name.lowercased() == text.lowercased() || !text.isEmpty && thing.sign == text
    }

    private static func list(_ things: [NamedThing]) -> String {
      things.map(\.words).joined(separator: ", ")
    }
  }

  /// A name that stands for nothing, or for several things.
  struct NameError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
#endif
