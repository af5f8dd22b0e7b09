import Foundation
import NurseryInterchange
import TemporaryFolders

/// A family's files of Baby Buddy, written again whenever a row changes there.
final class BabyBuddyFiles {
  private let folder: TemporaryFolder
  /// The texts of the files.
  var files = [
    "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n2,Mina,,2026-01-01\n",
    "tag.csv": "id,name\n",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file: the names of its columns, then its rows.
  func write(_ file: String, _ columns: String, _ rows: [String]) {
    files[file] = ([columns] + rows).joined(separator: "\n") + "\n"
  }

  /// Writes feeds, an amount of the first child each.
  func write(feeds amounts: [Double?]) {
    write(
      "feeding.csv", "id,child_id,start,end,type,method,amount",
      amounts.enumerated().map { index, amount in
        let hour = String(format: "2026-02-%02d %02d", index / 24 + 1, index % 24)
        return "\(index + 1),1,\(hour):00:00,\(hour):10:00,formula,bottle,"
          + (amount.map { "\($0)" } ?? "")
      })
  }

  /// The files as they are.
  func source() throws -> BabyBuddyFolder {
    for (name, text) in files { _ = try folder.file(name, text) }
    return try folder.babyBuddy(zone: "UTC")
  }
}
