import Daybook
import Foundation
import Nursery

@testable import Interchange

/// Laws: a log or a manifest of a backup is read whole or refused by an error that says why, and of
/// a log that is refused nothing is taken in.
///
/// The first byte says whether the lines of the log get the line that ends a sound one; else nearly
/// everything would be refused for that alone.
enum LogFileFuzz {
  private static let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("daybook-fuzz-\(ProcessInfo.processInfo.processIdentifier).ndjson")
  private static let schema =
    (try? DayBoundary(zone: "UTC")).flatMap { try? Schema.nursery(boundary: $0) } ?? Schema()

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let choice = bytes.first else { return }
    var rest = [UInt8](bytes.dropFirst())
    readManifest(rest)
    if choice % 2 == 1 { rest += end(of: rest) }
    do {
      try Data(rest).write(to: url)
      let file = try LogFile(url.path)
      try absorb(file)
    } catch {
      law(error is InterchangeError, "a log was refused by \(type(of: error)): \(error)")
    }
  }

  /// A log that is sound is taken in, or refused before anything is written.
  private static func absorb(_ file: LogFile) throws {
    let store = try EventStore.temporary(schema: schema)
    do {
      _ = try file.absorb(into: store)
    } catch {
      law(
        error is InterchangeError || error is StoreError,
        "a log was refused by \(type(of: error)): \(error)")
    }
    law((try? store.verify().isSound) == true, "a log has damaged a store")
  }

  private static func end(of lines: [UInt8]) -> [UInt8] {
    var digest = FileDigest()
    digest.update(lines)
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    return LogLine.end(transactions: UInt64(max(count - 1, 0)), digest)
  }

  private static func readManifest(_ bytes: [UInt8]) {
    do {
      let manifest = try BackupManifest(bytes, file: "manifest.json")
      law(!manifest.digest.isEmpty, "a manifest has no digest")
    } catch {}
  }
}
