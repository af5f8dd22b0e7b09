#if os(Linux)
  import Foundation
  import Testing

  /// Every write and flush that a process made in a store's directory, in order.
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
      let file: Int
      let number: UInt64
      let bytes: [UInt8]

      var text: String { String(decoding: bytes, as: UTF8.self) }

      /// The transactions up to this were promised to be on disk; nil when that is not said here.
      var promise: UInt64? {
        guard kind == .said, text.hasPrefix("durable ") else { return nil }
        return UInt64(text.dropFirst("durable ".count).dropLast())
      }
    }

    var records: [Record] = []

    /// Lets `crashwriter` do the work of `seed` in the directory `path`, which it makes.
    init(of path: String, seed: UInt64) throws {
      let record = "\(path).record"
      let library = try Victim.executable().deletingLastPathComponent()
        .appendingPathComponent("lib_filerecorder.so").path
      try #require(FileManager.default.fileExists(atPath: library))
      let victim = try Victim(
        "power-cut", at: path, seed: seed,
        variables: [
          "LD_PRELOAD": library, "DAYBOOK_RECORD": record, "DAYBOOK_RECORD_OF": path,
        ])
      let said = victim.lines(through: "finished")
      _ = victim.end()
      try #require(said.last == "finished", "\(said.last ?? "it said nothing")")
      try read([UInt8](Data(contentsOf: URL(fileURLWithPath: record))))
    }

    private mutating func read(_ bytes: [UInt8]) throws {
      var start = 0
      while start < bytes.count {
        let length = bytes[start..<start + 16].withUnsafeBytes {
          Int($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        }
        let number = bytes[start..<start + 16].withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        }
        let kind = try #require(Record.Kind(rawValue: bytes[start]))
        let end = start + 16 + length
        records.append(
          Record(
            kind: kind, file: Int(bytes[start + 1]), number: number,
            bytes: Array(bytes[start + 16..<end])))
        start = end
      }
    }
  }
#endif
