import Foundation
import Testing

/// Every write and flush that processes made in a store's directory, in order.
struct Recording {
  /// One record; the layout is `struct file_record` of `filerecorder.h`.
  struct Record {
    enum Kind: UInt8 {
      case link = 1
      case unlink
      case write
      case flush
      case flushed
      case written
      case said
      case whollyFlushed

      var isFlush: Bool { [.flushed, .written, .whollyFlushed].contains(self) }
    }

    let kind: Kind
    /// The inode; 0 for the directory.
    let file: UInt64
    /// Where a write goes; the index of the record that began what ends here.
    let number: Int
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The transactions up to this were promised to be on disk; nil when that is not said here.
    var promise: UInt64? {
      guard kind == .said, text.hasPrefix("durable ") else { return nil }
      return UInt64(text.dropFirst("durable ".count).dropLast())
    }
  }

  private(set) var records: [Record] = []

  /// Lets `crashwriter` do the work of `seed` in the directory `path`, which it makes.
  ///
  /// With a rival, another does other work there at the same time and is killed on the way.
  init(of path: String, mode: String, seed: UInt64, rival: Bool) throws {
    let record = "\(path).record"
    let library = try Victim.executable().deletingLastPathComponent()
      .appendingPathComponent("lib_filerecorder.so").path
    try #require(FileManager.default.fileExists(atPath: library))
    let variables = [
      "LD_PRELOAD": library, "DAYBOOK_RECORD": record, "DAYBOOK_RECORD_OF": path,
    ]
    let victim = try Victim(mode, at: path, seed: seed, variables: variables)
    if rival {
      let other = try Victim(mode, at: path, seed: seed + 500, variables: variables)
      for _ in 0..<5 { _ = other.lines(through: "durable") }
      _ = other.end(after: seed * 97 % 1000)
    }
    let said = victim.lines(through: "finished")
    _ = victim.end()
    try #require(said.last == "finished", "\(said.last ?? "it said nothing")")
    try read([UInt8](Data(contentsOf: URL(fileURLWithPath: record))))
  }

  /// The inodes that had one of the names.
  func files(named names: Set<String>) -> Set<UInt64> {
    Set(records.filter { $0.kind == .link && names.contains($0.text) }.map(\.file))
  }

  /// Where the record at `start` ends, by its length.
  private static func end(_ start: Int, _ bytes: [UInt8]) -> Int {
    guard start + 24 <= bytes.count else { return .max }
    return start + 24 + Int(bytes.number(start + 12) as UInt32)
  }

  /// Whether a record begins here, or the recording ends.
  private static func isMark(_ start: Int, _ bytes: [UInt8]) -> Bool {
    start == bytes.count
      || start + 8 <= bytes.count && bytes.number(start) as UInt64 == 0x7BD1_C2A9_4E6F_8053
  }

  private mutating func read(_ bytes: [UInt8]) throws {
    var indices: [UInt16: [Int]] = [:]
    var inodes: [UInt32: UInt64] = [:]
    var start = 0
    while start < bytes.count {
      let end = Self.end(start, bytes)
      guard Self.isMark(end, bytes) else {
        // A process was killed while it wrote this record, before what the record tells.
        start = try #require((start + 1...bytes.count).first { Self.isMark($0, bytes) })
        continue
      }
      let kind = try #require(Record.Kind(rawValue: bytes[start + 8]))
      let process: UInt16 = bytes.number(start + 10)
      var number: UInt64 = bytes.number(start + 16)
      let name = UInt32(process) << 8 | UInt32(bytes[start + 9])
      if kind == .link { inodes[name] = number }
      if [.flushed, .whollyFlushed, .written].contains(kind) {
        number = UInt64(try #require(indices[process])[Int(number)])
      }
      indices[process, default: []].append(records.count)
      records.append(
        Record(
          kind: kind, file: inodes[name] ?? 0, number: Int(number),
          bytes: Array(bytes[start + 24..<end])))
      start = end
    }
  }
}

extension [UInt8] {
  fileprivate func number<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
  }
}
