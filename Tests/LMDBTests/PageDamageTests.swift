import Foundation
import LMDB
import Testing

/// Files with one bit turned over, as a failing disk leaves them.
@Suite struct PageDamageTests {
  /// The bytes of a file with a tree of several levels, and long values in pages of their own.
  private static func sound() throws -> Data {
    let directory = try TemporaryDirectory()
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      let names = try transaction.makeTable("names", LexicalOrder.self)
      let value = [UInt8](repeating: 7, count: 100)
      for number in 1...3_000 as ClosedRange<UInt64> {
        let size = number % 100 == 0 ? 6_000 : 60 + Int(number % 40)
        let long = number % 100 == 0 ? [UInt8](repeating: 1, count: size) : value
        try long.withUnsafeBytes {
          try transaction.append(events, number, UnsafeRawBufferPointer(rebasing: $0[..<size]))
        }
        try withUnsafeBytes(of: (number &* 0x9E37_79B9_7F4A_7C15).bigEndian) { key in
          try value.withUnsafeBytes { try transaction.put(names, key, $0) }
        }
      }
      try transaction.commit()
      try environment.checkPages()
    }
    return try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb"))
  }

  @Test func `no bit that is turned over in a page's structure goes unnoticed and kills`() throws {
    let bytes = try Self.sound()
    let pages = bytes.count / 4096
    var random = SystemRandomNumberGenerator()
    var noticed = 0
    for _ in 0..<400 {
      let page = Int.random(in: 2..<pages, using: &random)
      let offset = Int.random(in: 0..<64, using: &random)
      var damaged = bytes
      damaged[page * 4096 + offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let directory = try TemporaryDirectory()
      try damaged.write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
      let environment = try Environment(path: directory.path)
      do {
        try environment.checkPages()
      } catch {
        #expect(error.code == .corrupted)
        noticed += 1
        continue
      }
      // What passes the check can be read from one end to the other.
      try scan(environment)
    }
    #expect(noticed > 200)
  }

  private func scan(_ environment: borrowing Environment) throws {
    let transaction = try environment.beginRead()
    if let events = try transaction.table("events", IntegerOrder.self) {
      var cursor = try transaction.cursor(events)
      while try cursor.next() { _ = cursor.value.withUnsafeBytes { $0.reduce(0) { $0 &+ $1 } } }
    }
    if let names = try transaction.table("names", LexicalOrder.self) {
      var cursor = try transaction.cursor(names)
      while try cursor.next() { _ = cursor.key.withUnsafeBytes { $0.reduce(0) { $0 &+ $1 } } }
    }
  }
}
