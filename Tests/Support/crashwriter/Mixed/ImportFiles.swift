package import Foundation

/// Made-up files of two other apps, which processes import; each number is another family.
package struct ImportFiles: Sendable {
  /// Entries in Baby Buddy's files: more than one transaction takes.
  package static let buddyEntries = 1_200
  /// Entries in BabyDashboard's file.
  package static let dashboardEntries = 200

  private let number: UInt64
  /// Where Baby Buddy's files lie.
  package let folder: URL

  /// The files that lie beside the store in the directory `path`, or are going to.
  package init(_ number: UInt64, beside path: String) {
    self.number = number
    folder = URL(fileURLWithPath: "\(path)-imports/\(number)")
  }

  /// Writes Baby Buddy's.
  package func write() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let child = "id,first_name,last_name,birth_date,birth_time\n1,Kayla,\(number),2026-01-01,\n"
    try write("child.csv", child)
    try write("tag.csv", "id,name,color\n")
    try write(
      "feeding.csv",
      "id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes,tags\n"
        + (1...Self.buddyEntries / 2).map {
          "\($0),1,Kayla,\(number),\(time($0)),\(time($0)),formula,bottle,\(60 + $0 % 90),,\n"
        }.joined())
    try write(
      "diaperchange.csv",
      "id,child_id,child_first_name,child_last_name,time,wet,solid,color,amount,notes,tags\n"
        + (1...Self.buddyEntries / 2).map {
          "\($0),1,Kayla,\(number),\(time($0)),1,\($0 % 2),,,,\n"
        }.joined())
  }

  /// BabyDashboard's file of feeds.
  package var dashboard: [UInt8] {
    let lines = (1...Self.dashboardEntries).map { index in
      "Noor \(number),\(time(index).replacing(" ", with: "T")).000Z,\(60 + index % 90),ml"
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// What an installation is called, so that its ids are not those of another.
  package var instance: String { "\(number)" }

  /// Another time for each index.
  private func time(_ index: Int) -> String {
    let (hour, minute) = (index / 30 % 24, index % 30 * 2)
    return String(format: "2026-02-%02d %02d:%02d:00", index / 720 + 10, hour, minute)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }
}
