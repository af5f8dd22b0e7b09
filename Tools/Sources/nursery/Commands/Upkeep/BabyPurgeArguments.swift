import ArgumentParser
import Daybook
import DaybookTool

/// Keeps a purge from taking the name of a deleted baby while entries are still the baby's.
struct BabyPurgeArguments: PurgeArguments {
  @Flag(
    name: .long,
    help: "Purges also what deleted babies were called whose entries are still there.")
  var forgetDeletedBabies = false

  func check(
    _ reader: borrowing Reader, through token: History.Token, _ command: (String) -> String
  ) throws {
    if forgetDeletedBabies { return }
    let gone = try reader.goneBabies(command).filter { $0.number <= token.number }
    if gone.isEmpty { return }
    let counts = try reader.entryCounts()
    let deleted = try reader.deletedEntryCounts(after: token)
    let losers = gone.filter { counts[$0.id] != nil || deleted[$0.id] != nil }
    if losers.isEmpty { return }
    let entries = losers.map { baby in
      let parts = [
        counts[baby.id].map { Measures.count($0, "entry", "entries") },
        deleted[baby.id].map { Measures.count($0, "deleted entry", "deleted entries") },
      ]
      return "\(parts.compactMap(\.self).joined(separator: " and ")) of \(baby.name)"
    }
    let why =
      losers.count == 1
      ? "this baby is gone, and its name goes with this purge: bring it back first"
      : "these babies are gone, and their names go with this purge: bring them back first"
    let back = losers.compactMap(\.back).joined(separator: ", ")
    throw NameError(
      "\(entries.joined(separator: " and ")) would be Unknown's for good, because \(why)"
        + "\(back.isEmpty ? "" : " (\(back))"), delete the entries and purge up to there, or purge "
        + "nevertheless with --forget-deleted-babies")
  }
}
