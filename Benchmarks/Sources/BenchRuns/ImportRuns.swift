import BenchSupport
import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Synchronization

/// Imports of Baby Buddy's files, with all views of the nursery.
enum ImportRuns {
  static func run(_ name: String, _ path: String, rows: Int) async throws -> Timing? {
    switch name {
    case "import-files": try Timing.of(rows) { try write(rows, into: folder(path)) }
    case "import": try await take(path, rows: rows)
    default: nil
    }
  }

  private static func folder(_ path: String) -> URL { URL(fileURLWithPath: "\(path)-files") }

  /// Imports the files that `import-files` made; says how much memory that took.
  private static func take(_ path: String, rows: Int) async throws -> Timing {
    let zone = "Europe/Amsterdam"
    var options = StoreOptions()
    // valgrind maps no more.
    options.mapSize = 1 << 32
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: DayBoundary(zone: zone)).importing(), options: options)
    let sampler = MemorySampler()
    sampler.start()
    let timing = try await Timing.of(rows) {
      let source = try BabyBuddyFolder(
        folder(path).path,
        options: BabyBuddyOptions(
          zone: zone,
          units: [.volume: "mL", .weight: "kg", .length: "cm", .temperature: "F"],
          now: Date(timeIntervalSince1970: 1_800_000_000)))
      let report = try await Import(source).run(into: store)
      let counts = report.counts
      FileHandle.standardError.write(
        Data("imported \(counts.imported), unchanged \(counts.unchanged)\n".utf8))
    }
    FileHandle.standardError.write(
      Data("anonymous memory at most: \(sampler.end() / 1_024) MiB\n".utf8))
    return timing
  }

  // MARK: Files

  /// Two feeds, two diapers and one sleep of every five rows, 40 minutes apart, before 2026.
  private static func write(_ rows: Int, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let child = "1,Ada,Bench"
    try put("child.csv", in: folder, header: "id,first_name,last_name,birth_date,birth_time", 1) {
      _ in "1,Ada,Bench,2000-01-01,"
    }
    try put("tag.csv", in: folder, header: "id,name,color", 0) { _ in "" }
    let first = 1_767_225_600 - rows / 5 * 2_400
    let common = "id,child_id,child_first_name,child_last_name"
    try put(
      "feeding.csv", in: folder, header: "\(common),start,end,type,method,amount,notes,tags",
      rows / 5 * 2
    ) { index in
      let start = first + index * 1_200
      let note = index % 20 == 0 ? "note \(index)" : ""
      return
        "\(index + 1),\(child),\(time(start)),\(time(start + 600)),formula,bottle,"
        + "\(60 + index % 120),\(note),"
    }
    try put(
      "diaperchange.csv", in: folder,
      header: "\(common),time,wet,solid,color,amount,notes,tags", rows / 5 * 2
    ) { index in
      "\(index + 1),\(child),\(time(first + index * 1_200 + 700)),1,\(index % 2),,,,"
    }
    try put(
      "sleep.csv", in: folder, header: "\(common),start,end,nap,notes,tags", rows / 5
    ) { index in
      let start = first + index * 2_400 + 800
      return "\(index + 1),\(child),\(time(start)),\(time(start + 1_500)),1,,"
    }
  }

  private static func put(
    _ name: String, in folder: URL, header: String, _ rows: Int, _ row: (Int) -> String
  ) throws {
    let url = folder.appendingPathComponent(name)
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    var text = header + "\n"
    for index in 0..<rows {
      text += row(index) + "\n"
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// A time of UTC, as the files write it.
  private static func time(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}

/// Looks every 20 ms how much memory the process has that is no file's.
private final class MemorySampler: Sendable {
  private let most = Atomic(0)
  private let isDone = Atomic(false)

  func start() {
    Thread.detachNewThread { [self] in
      while !isDone.load(ordering: .relaxed) {
        let now = Self.anonymous()
        if now > most.load(ordering: .relaxed) { most.store(now, ordering: .relaxed) }
        usleep(20_000)
      }
    }
  }

  /// KiB. All pages in memory but those of files, by the short form of the status, which costs
  /// little to read beside what is measured.
  private static func anonymous() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 127, file) != nil else { return 0 }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let pages = bytes.split(separator: UInt8(ascii: " ")).prefix(3).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    return pages.count == 3 ? (pages[1] - pages[2]) * Int(getpagesize()) / 1_024 : 0
  }

  func end() -> Int {
    isDone.store(true, ordering: .relaxed)
    return most.load(ordering: .relaxed)
  }
}
