import Foundation

@testable import Interchange
@testable import NurseryInterchange

/// Laws: what a file is read as is the same when it is read again, and each of its rows is one that
/// was read, quarantined or left out.
///
/// The first byte chooses the program whose file the other bytes are.
enum NeighbourFuzz {
  private static let now = Date(timeIntervalSince1970: 1_795_209_463)
  /// Where the pages lie that are read from a folder; one for each process.
  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("daybook-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let choice = bytes.first else { return }
    let rest = [UInt8](bytes.dropFirst())
    switch choice % 4 {
    case 0:
      read(
        try? HuckleberryFile(
          SourceFile(bytes: rest, name: "huckleberry.csv"), child: "Noor",
          zone: "Europe/Amsterdam", now: now))
    case 1: read(try? NaraFile(SourceFile(bytes: rest, name: "nara.csv"), now: now))
    case 2: read(try? NuzzleFile(SourceFile(bytes: rest, name: "nuzzle.json"), now: now))
    default: readPages(rest)
    }
  }

  /// One page of the API for every table.
  private static func readPages(_ bytes: [UInt8]) {
    let names = ["children", "feedings", "changes", "timers"].map { "\($0).json" }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names { try? Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let options = BabyBuddyOptions(zone: "Europe/Amsterdam", units: [.volume: "mL"], now: now)
    read(try? BabyBuddyPages(folder.path, options: options))
  }

  private static func read(_ source: (some ImportSource)?) {
    guard let source else { return }
    law(texts(source) == texts(source), "a source is read in two ways")
  }

  private static func texts(_ source: some ImportSource) -> [String] {
    var texts: [String] = []
    do {
      try source.read(subjects: SubjectMap()) { item in
        switch item {
        case .row(let row): texts.append("\(row.table) \(row.key) \(row.state.payload)")
        case .quarantined(let row): texts.append("\(row.position) \(row.reason)")
        case .skipped(let row): texts.append("\(row.position) \(row.reason)")
        }
      }
    } catch {
      law(error is InterchangeError, "a source was refused by \(type(of: error)): \(error)")
    }
    return texts
  }
}
