import Daybook
import DaybookTool
import Foundation
import Nursery

extension NurseryScreen {
  /// The word for what was written last.
  private static let last = "last"

  /// - Throws: `NameError` for a name that commands take for something else.
  static func checkName(_ name: String) throws {
    guard name.trimmingCharacters(in: .whitespaces).lowercased() == last else { return }
    throw NameError(
      "“\(name)” stands for what was written last in every command; give another name")
  }

  var namesHint: String { ", and no baby is called so" }

  func named(
    _ text: String, _ reader: borrowing Reader, deletedOnly: Bool, afterIDs: Bool
  ) throws -> Found<NurseryScreen>? {
    if afterIDs { return try deletedBaby(text, reader) }
    // Before any name, so that it is nobody's by chance: no command gives it to a baby.
    if text == Self.last { return try lastWritten(reader, deleted: deletedOnly) }
    let called = deletedOnly ? [] : babies.all.filter { $0.profile.name == text }
    if let baby = called.first {
      return Found(BabyKind.self, called.count == 1 ? baby.id : try babies.find(text))
    }
    if IDPrefix(text) != nil { return nil }
    let isThere = !babies.byName.matches(text).isEmpty
    if !deletedOnly, isThere { return Found(BabyKind.self, try babies.find(text)) }
    if let baby = try deletedBaby(text, reader) { return baby }
    if isThere { throw NameError("the baby \(text) is not deleted") }
    throw NameError(
      "“\(text)” is no id\(IDPrefix.lack(of: text))\(namesHint); give one that lists such as `today` "
        + "show, or last for what was written last")
  }

  /// The entry that was written or changed last, of those that are there; or the one that was
  /// deleted last, whatever touched it or others since. Where none was deleted, but taken back, it
  /// is that one, which has another way back.
  private func lastWritten(
    _ reader: borrowing Reader, deleted: Bool
  ) throws -> Found<NurseryScreen> {
    var takenBack: Found<NurseryScreen>?
    let (purged, newest) = (try reader.oldestToken().number, try reader.token().number)
    for number in (purged + 1..<newest + 1).reversed() {
      guard let transaction = try reader.transaction(number),
        deleted || !transaction.isRetracted
      else { continue }
      for (kind, id) in try reader.entities(touchedBy: transaction.number).reversed() {
        guard let kind = Kinds.stored(kind), kind.isEntry,
          try kind.isDeleted(reader, id) == deleted
        else { continue }
        let found = Found(kind.asWords, id)
        if !deleted { return found }
        guard try kind.gone(reader, id) == transaction.number else { continue }
        if try kind.wayBack(reader, id) == .restore { return found }
        takenBack = takenBack ?? found
      }
    }
    if let takenBack { return takenBack }
    if purged == 0 { throw NameError("no entry was \(deleted ? "deleted" : "written yet")") }
    throw NameError(
      "no entry was \(deleted ? "deleted" : "written") after transaction \(purged), up to which the "
        + "log was purged; give the id of one"
        + (deleted ? "" : ", which lists such as `today` show"))
  }

  /// The deleted baby that is called so; nil for none.
  ///
  /// - Throws: `NameError` for several.
  private func deletedBaby(
    _ text: String, _ reader: borrowing Reader
  ) throws -> Found<NurseryScreen>? {
    let names = try reader.deletedBabies()
    return names.matches(text).isEmpty
      ? nil : Found(BabyKind.self, try names.find(text))
  }
}

extension Reader {
  /// The shortest beginning that no other thing in the store has.
  func short(_ id: UUID) throws -> String { try short(id, among: Kinds.words) }
}
