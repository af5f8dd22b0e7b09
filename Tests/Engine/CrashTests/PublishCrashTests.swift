import Daybook
import DaybookSnapshot
import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// A process that takes in an inbox and publishes files, killed while it does.
@Suite(.tags(.slow, .crash)) struct PublishCrashTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func contents() throws -> [String: [UInt8]] {
    let folder = "\(directory.path)/files"
    guard FileManager.default.fileExists(atPath: folder) else { return [:] }
    let files = AtomicFolder(path: folder)
    var found: [String: [UInt8]] = [:]
    for name in try files.names() where name != SnapshotManifest.fileName {
      found[name] = try files.read(name)
    }
    return found
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a kill leaves whole files, each event once, and a start that repairs`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let victim = try Victim("publish", at: directory.path)
    let round = Int.random(in: 0...40, using: &random)
    var lines = victim.lines(through: "dropped \(round)")
    lines += victim.end(after: UInt64.random(in: 0...20_000, using: &random))
    #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("error") }, "\(lines)")

    for (name, bytes) in try contents() {
      let value = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
      let number = try #require(value.flatMap { Int64($0) }, "\(name), seed \(seed)")
      #expect(bytes == CounterFiles.content(number), "\(name), seed \(seed)")
    }
    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    let report = try store.ingest(inbox: "\(directory.path)/inbox")
    #expect(report.rejected.isEmpty && report.postponed.isEmpty)
    let folder = "\(directory.path)/files"
    try SnapshotPublisher(store: store, builder: CounterFiles(), folder: folder).update()
    let expected = try store.read { reader in
      var files: [String: [UInt8]] = [:]
      for name in try CounterFiles().files(reader) {
        files[name] = try CounterFiles().build(name, reader, now: Date())?.bytes
      }
      return files
    }
    #expect(try contents() == expected, "seed \(seed)")
    // Every value is that of one round; the file after the last that was told of may be there.
    let values = try store.read { reader in
      try reader.transactions().flatMap(\.positions).map { position in
        try CounterEvent.decode(0, payload: reader.event(position).payload).mark.value
      }
    }
    let told = lines.filter { $0.hasPrefix("dropped") }.count
    #expect(values.sorted() == (0..<Int64(values.count)).map(\.self), "seed \(seed)")
    #expect(values.count == told || values.count == told + 1, "seed \(seed)")
  }
}

extension CounterEvent {
  fileprivate static func decode(_ index: Int, payload: [UInt8]) throws -> CounterEvent {
    try payload.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      return try decode(index, from: &reader)
    }
  }
}
