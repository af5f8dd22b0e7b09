import Foundation
import TemporaryFolders
import TestRun
import Testing

@testable import LMDB

/// Files with one bit turned over or a page lost, as a failing disk leaves them.
@Suite(.tags(.slow)) struct PageDamageTests {
  @Test func `no bit that is turned over in a page's structure goes unnoticed and kills`() throws {
    let fixture = try PageFixture()
    var random = SystemRandomNumberGenerator()
    var noticed = 0
    for _ in 0..<400 {
      let page = Int.random(in: 2..<fixture.pages, using: &random)
      let offset = page * PageFixture.pageSize + Int.random(in: 0..<64, using: &random)
      let bit = UInt8.random(in: 0..<8, using: &random)
      try fixture.damaged({ $0[offset] ^= 1 << bit }) { directory in
        var isOpen = false
        do {
          let environment = try Environment(path: directory.path)
          isOpen = true
          // What passes the check can be read from one end to the other.
          _ = try PageFixture.scan(environment)
        } catch let error as LMDBError {
          #expect(error.code == .corrupted && !isOpen)
          noticed += 1
        }
      }
    }
    // Some pages are free, and their bits mean nothing.
    #expect(noticed > 100)
  }

  @Test func `no bit of a root page takes the file back, or makes it another`() throws {
    let fixture = try PageFixture(rows: 900)
    var sound = (UInt64(0), 0)
    try fixture.damaged({ _ in }) { directory in
      let environment = try Environment(path: directory.path)
      sound = (environment.lastTransactionID, try PageFixture.scan(environment))
    }
    var refused = 0
    for offset in Array(0..<152) + (4096..<4096 + 152) {
      for bit in 0..<8 {
        try fixture.damaged({ $0[offset] ^= 1 << bit }) { directory in
          var isOpen = false
          do {
            let environment = try Environment(
              path: directory.path, options: .init(pageChecks: .none))
            isOpen = true
            #expect(environment.lastTransactionID == sound.0, "byte \(offset), bit \(bit)")
            #expect(try PageFixture.scan(environment) == sound.1)
          } catch let error as LMDBError {
            refused += 1
            let codes: [LMDBError.Code] = [.corrupted, .invalid, .versionMismatch]
            #expect(!isOpen && codes.contains(error.code), "byte \(offset): \(error)")
          }
        }
      }
    }
    #expect(refused > 1000)
  }

  @Test func `a bit that is turned over in the free list is found at open`() throws {
    let fixture = try PageFixture(rows: 900)
    let (header, last) = fixture.bytes.withUnsafeBytes { bytes in
      let newest =
        bytes.loadUnaligned(fromByteOffset: 144, as: UInt64.self)
          < bytes.loadUnaligned(fromByteOffset: 4096 + 144, as: UInt64.self) ? 4096 : 0
      return (
        TableHeader(bytes, at: newest + 40),
        bytes.loadUnaligned(fromByteOffset: newest + 136, as: UInt64.self)
      )
    }
    #expect(header.depth == 1 && last > 10)
    let start = Int(header.root) * PageFixture.pageSize
    let page = fixture.bytes[start..<start + PageFixture.pageSize]
    let upper = page.withUnsafeBytes {
      Int($0.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
    }
    var passed = 0
    for offset in upper..<PageFixture.pageSize {
      let error = try fixture.refusal(checks: .none) { $0[start + offset] ^= 1 << (offset % 8) }
      if error == nil { passed += 1 }
    }
    // Behind the end of a list its record may have room that nobody reads.
    #expect(passed < (PageFixture.pageSize - upper) / 20)
  }

  @Test func `a page of a long free list that is gone is named`() throws {
    let directory = try TemporaryFolder()
    do {
      let environment = try Environment(path: directory.path)
      let value = [UInt8](repeating: 1, count: 6_000)
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      for row in 1...2_000 as ClosedRange<UInt64> {
        try value.withUnsafeBytes { try transaction.append(events, row, $0) }
      }
      try environment.commit(transaction)
      transaction = try environment.beginWrite()
      for row in 1...2_000 as ClosedRange<UInt64> { try transaction.remove(events, row) }
      try environment.commit(transaction)
    }
    let file = URL(fileURLWithPath: directory.path + "/data.mdb")
    let sound = try Data(contentsOf: file)
    // A value takes two pages, the list of the pages of 2,000 values takes more.
    let first = try #require(
      (2..<sound.count / 4096).first { page in
        sound.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: page * 4096 + 10, as: UInt16.self) == 4
            && $0.loadUnaligned(fromByteOffset: page * 4096 + 12, as: UInt32.self) > 4
        }
      })
    for page in first..<first + 4 {
      var bytes = sound
      bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
      try bytes.write(to: file)
      do throws(LMDBError) {
        _ = try Environment(path: directory.path)
        Issue.record("the file was opened")
      } catch {
        #expect(error.detail.contains("page \(page)"), "\(error.detail)")
      }
    }
  }

  @Test func `a key that is turned in a branch page is found`() throws {
    let fixture = try PageFixture()
    var (found, tried) = (0, 0)
    for page in fixture.pages(with: PageView.branch) {
      let start = page * PageFixture.pageSize
      let upper = fixture.bytes.withUnsafeBytes {
        Int($0.loadUnaligned(fromByteOffset: start + 14, as: UInt16.self))
      }
      for offset in stride(from: upper, to: PageFixture.pageSize, by: 13) {
        // The highest bit moves a key far.
        tried += 1
        if try fixture.refusal({ $0[start + offset] ^= 0x80 }) != nil { found += 1 }
      }
    }
    // Old pages of branches are free, and the last bits of a key may turn between two rows.
    #expect(tried > 0 && found > tried / 4)
  }

  @Test(arguments: [PageView.branch, PageView.leaf])
  func `a page that is empty, or another's, is refused`(flags: UInt16) throws {
    let fixture = try PageFixture()
    var refused = 0
    let pages = fixture.pages(with: flags)
    for page in pages {
      let range = page * PageFixture.pageSize..<(page + 1) * PageFixture.pageSize
      let zeroed = try fixture.refusal { $0.replaceSubrange(range, with: Data(count: range.count)) }
      let swapped = try fixture.refusal { data in
        let other = (page == 2 ? 3 : 2) * PageFixture.pageSize
        data.replaceSubrange(range, with: fixture.bytes[other..<other + range.count])
      }
      #expect((zeroed == nil) == (swapped == nil), "page \(page)")
      if zeroed != nil { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test func `a leaf that tells another number is refused`() throws {
    let fixture = try PageFixture()
    let leaves = try fixture.leavesInUse()
    for page in leaves where page % 7 == 0 {
      let error = try fixture.refusal { $0[page * PageFixture.pageSize] ^= 1 }
      #expect(error?.detail.contains("the header of page \(page)") == true)
    }
  }

  @Test func `rows of a leaf that have changed places are found`() throws {
    let fixture = try PageFixture()
    let leaves = try fixture.leavesInUse()
    for page in leaves where page % 7 == 0 {
      let first = page * PageFixture.pageSize + PageView.headerSize
      let error = try fixture.refusal { data in
        let pointer = data[first..<first + 2]
        data.replaceSubrange(first..<first + 2, with: data[first + 2..<first + 4])
        data.replaceSubrange(first + 2..<first + 4, with: pointer)
      }
      #expect(error?.detail.contains("page \(page) are out of order") == true)
    }
  }

  @Test func `a damaged leaf of a large file is named by the walk`() throws {
    let fixture = try PageFixture(rows: 30_000)
    let pages = try fixture.leavesInUse()
    let page = pages[pages.count / 2]
    try fixture.damaged({ $0[page * PageFixture.pageSize + 12] ^= 0x40 }) { directory in
      let environment = try Environment(path: directory.path)
      #expect(environment.pagesLeft == .leaves)
      let error = #expect(throws: LMDBError.self) { try environment.checkPages() }
      #expect(error?.code == .corrupted)
      #expect(error?.detail.contains("page \(page)") == true)
      do throws(LMDBError) {
        _ = try Environment(path: directory.path, options: .init(pageChecks: .atOpen))
        Issue.record("a second handle was given")
      } catch { #expect(error.code == .busy) }
    }
    let atOpen = try fixture.refusal(checks: .atOpen) {
      $0[page * PageFixture.pageSize + 12] ^= 0x40
    }
    #expect(atOpen?.code == .corrupted)
  }

  @Test func `a walk that is cancelled says nothing`() throws {
    let directory = try TemporaryFolder()
    try PageFixture().bytes.write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
    let environment = try Environment(path: directory.path)
    #expect(try environment.walkPages(isCancelled: { true }) == nil)
    #expect(try environment.walkPages() == environment.lastTransactionID)
  }
}
