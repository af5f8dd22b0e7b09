#if os(Linux)
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

    private mutating func read(_ bytes: [UInt8]) throws {
      var indices: [UInt16: [Int]] = [:]
      var inodes: [UInt32: UInt64] = [:]
      var start = 0
      while start < bytes.count {
        let kind = try #require(Record.Kind(rawValue: bytes[start]))
        let process: UInt16 = bytes.number(start + 2)
        let end = start + 16 + Int(bytes.number(start + 4) as UInt32)
        var number: UInt64 = bytes.number(start + 8)
        let name = UInt32(process) << 8 | UInt32(bytes[start + 1])
        if kind == .link { inodes[name] = number }
        if kind == .flushed || kind == .written {
          number = UInt64(try #require(indices[process])[Int(number)])
        }
        indices[process, default: []].append(records.count)
        records.append(
          Record(
            kind: kind, file: inodes[name] ?? 0, number: Int(number),
            bytes: Array(bytes[start + 16..<end])))
        start = end
      }
    }
  }

  extension [UInt8] {
    fileprivate func number<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
      withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
    }
  }
#endif
