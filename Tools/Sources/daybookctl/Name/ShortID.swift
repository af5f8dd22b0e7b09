import Daybook
import Foundation
import Nursery

extension Reader {
  /// The shortest beginning, of four digits at least, that no other thing in the store has.
  ///
  /// Two looks at each kind of thing and some more where identifiers are close: O(log n + d)
  /// each, for d deleted ones that begin with the same four digits.
  func short(_ id: UUID) throws -> String {
    var count = IDPrefix.fewest
    for kind in Kinds.all {
      if let next = try kind.nextID(self, after: id, IDPrefix(id, count)) {
        count = max(count, IDPrefix.common(id, next) + 1)
      }
      while count < IDPrefix.most {
        let prefix = IDPrefix(id, count)
        let first = try kind.nextID(self, after: prefix.predecessor, prefix)
        guard let first, first != id else { break }
        count += 1
      }
    }
    return IDPrefix(id, count).digits
  }

  /// What an identifier, or the beginning of one, stands for.
  ///
  /// Things that were deleted are looked for when nothing else begins so, or alone when
  /// `deletedOnly`; that goes through the log.
  ///
  /// - Throws: `NameError` for none and for several.
  func find(_ text: String, _ screen: Screen, deletedOnly: Bool = false) throws -> Found {
    if let baby = screen.babies.all.filter({ $0.profile.name == text }).first, !deletedOnly {
      return Found(BabyKind.self, baby.id)
    }
    if text == "last" { return try lastWritten(deleted: deletedOnly) }
    guard let prefix = IDPrefix(text) else {
      if !deletedOnly, !screen.babies.byName.matches(text).isEmpty {
        return Found(BabyKind.self, try screen.babies.find(text))
      }
      if let baby = try deletedBaby(text) { return Found(BabyKind.self, baby) }
      throw NameError(
        "“\(text)” is no id, and no baby is called so; give one that lists such as `today` show, or last for what was written last"
      )
    }
    var found: [Found] = []
    if !deletedOnly {
      for kind in Kinds.all {
        var last = prefix.predecessor
        while let next = try kind.nextID(self, after: last, prefix) {
          found.append(Found(kind, next))
          last = next
        }
      }
    }
    if found.isEmpty { found = try deleted(prefix) }
    if found.isEmpty, let baby = try deletedBaby(text) { return Found(BabyKind.self, baby) }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let names = try found.prefix(4).map { try describe($0, screen) }.joined(separator: "; ")
      throw NameError("\(found.count) ids begin with \(text): \(names); give more digits")
    }
    throw NameError(
      deletedOnly
        ? "nothing that was deleted has an id that begins with \(text)"
        : "nothing has an id that begins with \(text)")
  }

  /// The thing of an id, whatever its kind; nil when there is none.
  func shown(_ id: UUID, _ screen: Screen) throws -> Shown? {
    for kind in Kinds.all {
      if let shown = try kind.shown(self, id, screen) { return shown }
    }
    return nil
  }

  /// The entry that was written or changed last, of those that are there or of those that are
  /// not.
  private func lastWritten(deleted: Bool) throws -> Found {
    for transaction in try newestTransactions(limit: 1000) where !transaction.isRetracted {
      for (kind, id) in try entities(touchedBy: transaction.number).reversed() {
        guard let kind = Kinds.stored(kind), kind.isEntry,
          try kind.isDeleted(self, id) == deleted
        else { continue }
        return Found(kind, id)
      }
    }
    throw NameError(deleted ? "no entry was deleted" : "no entry was written yet")
  }

  private func describe(_ found: Found, _ screen: Screen) throws -> String {
    let words = try found.kind.shown(self, found.id, screen)?.line ?? "deleted"
    return "\(try short(found.id)) (\(found.kind.word) \(words))"
  }

  /// The deleted baby that is called so; nil for none.
  ///
  /// - Throws: `NameError` for several.
  private func deletedBaby(_ text: String) throws -> UUID? {
    let names = try deletedBabies()
    return names.matches(text).isEmpty ? nil : try names.find(text)
  }

  /// Everything that begins so and is not there any more.
  private func deleted(_ prefix: IDPrefix) throws -> [Found] {
    var ids: Set<UUID> = []
    try replay { event in if prefix.matches(event.entity) { ids.insert(event.entity) } }
    return try ids.sorted { $0.uuidString < $1.uuidString }.flatMap { id in
      try Kinds.all.filter { try $0.isDeleted(self, id) }.map { Found($0, id) }
    }
  }
}

/// What an identifier stands for.
struct Found: Sendable {
  let kind: any KindWords.Type
  let id: UUID

  init(_ kind: any KindWords.Type, _ id: UUID) {
    self.kind = kind
    self.id = id
  }
}
