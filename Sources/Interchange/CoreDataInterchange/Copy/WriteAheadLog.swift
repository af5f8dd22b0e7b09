#if CoreData
internal import Foundation
internal import Interchange

/// The log beside a store, which has the newest rows.
///
/// SQLite passes over everything behind the first frame that it cannot read, without a word. Here
/// that is an error, when a transaction was completed there.
///
/// Source: the SQLite documentation, "Database File Format", section 4, "The Write-Ahead Log".
struct WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private static let largestPage = 65_536

  private let salts: [UInt8]
  private let pageSize: Int
  private let isBigEndian: Bool
  private var sums: (UInt32, UInt32)

  /// Looks whether everything can be read that was completed.
  ///
  /// - Throws: `InterchangeError.damagedFile`; `unreadableFile`.
  static func check(_ url: URL, name: String) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let handle: FileHandle
    do { handle = try FileHandle(forReadingFrom: url) } catch {
      throw InterchangeError.unreadable(name, error)
    }
    defer { try? handle.close() }
    let header = try read(handle, headerSize, name)
    // Without a header there are no rows in it: it was made, or emptied, and not written since.
    if header.count < headerSize || header.allSatisfy({ $0 == 0 }) { return }
    guard var log = WriteAheadLog(header) else {
      throw InterchangeError.damagedStore(name, "it does not begin as a log of SQLite")
    }
    try log.checkFrames(handle, name)
  }

  private init?(_ header: [UInt8]) {
    let magic = Self.word(header, 0)
    guard magic | 1 == 0x377f_0683 else { return nil }
    isBigEndian = magic & 1 == 1
    pageSize = Int(Self.word(header, 8))
    guard pageSize >= 512, pageSize <= Self.largestPage else { return nil }
    salts = Array(header[16..<24])
    sums = (0, 0)
    add(header[0..<24])
    guard sums == (Self.word(header, 24), Self.word(header, 28)) else { return nil }
  }

  private mutating func checkFrames(_ handle: FileHandle, _ name: String) throws {
    var isReadable = true
    while true {
      let frame = try Self.read(handle, Self.frameHeaderSize + pageSize, name)
      // Other salts: from before the log began anew.
      guard frame.count >= 16, Array(frame[8..<16]) == salts else {
        if isReadable || frame.count < 16 { return }
        continue
      }
      guard frame.count == Self.frameHeaderSize + pageSize else {
        throw InterchangeError.damagedStore(name, "it ends within a page")
      }
      if isReadable {
        add(frame[0..<8])
        add(frame[Self.frameHeaderSize...])
        isReadable = sums == (Self.word(frame, 16), Self.word(frame, 20))
      }
      if !isReadable, Self.word(frame, 4) != 0 {
        throw InterchangeError.damagedStore(name, "a completed change in it cannot be read")
      }
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    var (first, second) = sums
    bytes.withUnsafeBytes { raw in
      // Safety: whole words within the slice; its length is a multiple of eight.
      for offset in stride(from: 0, to: raw.count - 7, by: 8) {
        let low = raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let high = raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first &+= (isBigEndian ? low.bigEndian : low.littleEndian) &+ second
        second &+= (isBigEndian ? high.bigEndian : high.littleEndian) &+ first
      }
    }
    sums = (first, second)
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(_ handle: FileHandle, _ count: Int, _ name: String) throws -> [UInt8] {
    do { return try handle.read(upToCount: count).map { [UInt8]($0) } ?? [] } catch {
      throw InterchangeError.unreadable(name, error)
    }
  }
}
#endif
