import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// Who may read what is made.
struct FileModeTests {
  let directory: TemporaryFolder
  private var path: String { directory.path + "/store" }

  init() throws { directory = try TemporaryFolder() }

  private func mode(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func fill() throws {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    _ = try transaction.makeTable("rows", IntegerOrder.self)
    try environment.commit(transaction)
  }

  @Test func `only the owner may read a new file, whatever the process would allow`() async throws {
    // The mask belongs to the process, so a child sets it.
    await #expect(processExitsWith: .success) {
      umask(0)
      let directory = try TemporaryFolder()
      let path = directory.path + "/store"
      _ = try Environment(path: path)
      for (name, expected) in [("", 0o700), ("/data.mdb", 0o600), ("/lock.mdb", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
        guard attributes[.posixPermissions] as? Int == expected else { exit(1) }
      }
      exit(0)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o666])
  func `a compact file may be read by whom it could be`(mode: Int) throws {
    try fill()
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: path + "/data.mdb")
    _ = try Environment.compact(path: path)
    #expect(try self.mode("/data.mdb") == mode)
  }

  @Test func `an environment is not used in a forked child`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let directory = try TemporaryFolder()
      let environment = try Environment(path: directory.path)
      Fork.noteChild()
      _ = try environment.beginRead()
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("opened before fork"), "\(words)")
  }

  @Test func `a forked child that lets an environment go leaves the parent's interval open`()
    async
  {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryFolder()
      do {
        let environment = try Environment(path: directory.path)
        var transaction = try environment.beginWrite()
        _ = try transaction.makeTable("rows", IntegerOrder.self)
        try environment.commit(transaction)
        Fork.noteChild()
      }
      guard try JournalFile(in: directory.path)?.newestHeader()?.isOpen == true else { exit(1) }
    }
  }

  @Test func `a parked snapshot is not resumed in a forked child`() async throws {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryFolder()
      let environment = try Environment(path: directory.path)
      let parked = try environment.beginRead().park()
      Fork.noteChild()
      _ = try environment.resume(parked)
    }
  }
}
