import Daybook
import DaybookTesting
import Foundation
import Testing

/// Payloads that say what changes of an entity.
@Suite struct AmendmentTests {
  struct Change: Amendment {
    var name: String?
    var grams: Edit<Int> = .keep
    var tags: [String]?
    var shelf: Edit<String> = .keep

    mutating func properties(_ property: inout some AmendmentCoding) throws {
      try property(1, &name)
      try property(2, &grams)
      try property(3, &tags)
      try property(4, &shelf)
    }

    /// What the bytes say.
    init(_ bytes: [UInt8]) throws {
      var reader = PayloadReader(bytes.span.bytes)
      try self.init(from: &reader)
    }

    init() {}

    init(
      name: String? = nil, grams: Edit<Int> = .keep, tags: [String]? = nil,
      shelf: Edit<String> = .keep
    ) {
      (self.name, self.grams, self.tags, self.shelf) = (name, grams, tags, shelf)
    }

    var bytes: [UInt8] {
      var writer = PayloadWriter()
      encode(into: &writer)
      return writer.array
    }
  }

  static let names: [String?] = [nil, "", "rice"]
  static let grams: [Edit<Int>] = [.keep, .set(0), .set(-5), .clear]
  static let tags: [[String]?] = [nil, [], ["dry"], ["dry", "dry", ""]]

  @Test(arguments: grams, tags)
  func `what is written is read back`(grams: Edit<Int>, tags: [String]?) throws {
    for name in Self.names {
      for shelf in [Edit<String>.keep, .set("top"), .clear] {
        let change = Change(name: name, grams: grams, tags: tags, shelf: shelf)
        #expect(try Change(change.bytes) == change)
        #expect(change.isEmpty == change.bytes.isEmpty)
      }
    }
  }

  @Test func `new values come first, then what is cleared, as stored ones have it`() {
    let change = Change(name: "a", grams: .clear, tags: [], shelf: .set("b"))
    #expect(change.bytes == [0x0A, 1, 0x61, 0x22, 1, 0x62, 0x78, 2, 0x78, 3])
  }

  @Test func `numbers that this version does not know change nothing`() throws {
    // Field 9 with a value; 7 and 2⁶⁴ - 1 cleared.
    let unknown: [UInt8] = [0x48, 1, 0x78, 7, 0x78] + [UInt8](repeating: 0xFF, count: 9) + [1]
    #expect(try Change(unknown).isEmpty)
  }

  @Test func `clearing a property that always has a value keeps it`() throws {
    #expect(try Change([0x0A, 1, 0x61, 0x78, 1]) == Change(name: "a"))
  }

  @Test(arguments: [[0x0A, 5, 0x61], [0x78], [0x7A, 1, 2], [0x12, 1, 1]] as [[UInt8]])
  func `bytes that are no amendment are refused`(bytes: [UInt8]) {
    #expect(throws: PayloadError.self) { try Change(bytes) }
  }
}
