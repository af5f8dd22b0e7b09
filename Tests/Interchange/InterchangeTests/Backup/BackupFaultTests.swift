import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing

@testable import Interchange

/// What is damaged, in the way or in use is refused by name, and leaves nothing behind.
@Suite(.tags(.crash)) struct BackupFaultTests {
  /// A full backup and two increments.
  private func fixture() throws -> BackupFixture {
    let fixture = try BackupFixture(3)
    try fixture.run()
    for _ in 0..<2 {
      try fixture.household.live(2)
      try fixture.run()
    }
    return fixture
  }

  private func isRefused(
    _ fixture: BackupFixture, _ file: String, _ note: Comment
  ) throws {
    let error = #expect(throws: InterchangeError.self, note) { try fixture.restore() }
    #expect(error?.file == file, note)
    #expect(error?.message.contains(file) == true, note)
    #expect(try fixture.names() == ["backups", "store"], note)
  }

  @Test func `a changed byte in any file is refused by the file's name`() throws {
    let fixture = try fixture()
    let files = try fixture.files()
    #expect(files.count == 4)
    for file in files {
      let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
      let bytes = [UInt8](try Data(contentsOf: url))
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        try Data(changed).write(to: url)
        try isRefused(fixture, file, "byte \(index) of \(file)")
      }
      try Data(bytes).write(to: url)
    }
    #expect(try fixture.restore().transaction == 7)
  }

  @Test func `a file that was cut off, or is missing, is refused by its name`() throws {
    let fixture = try fixture()
    for file in try fixture.files() {
      let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
      let bytes = try Data(contentsOf: url)
      for length in [0, 1, bytes.count / 2, bytes.count - 1] {
        try bytes.prefix(length).write(to: url)
        try isRefused(fixture, file, "\(length) bytes of \(file)")
      }
      try (bytes + Data([0])).write(to: url)
      try isRefused(fixture, file, "a byte more of \(file)")
      guard file.contains("/") else {
        try bytes.write(to: url)
        continue
      }
      try FileManager.default.removeItem(at: url)
      try isRefused(fixture, file, "\(file) is missing")
      try bytes.write(to: url)
    }
  }

  @Test func `a damaged backup is listed with what is wrong, and the next run makes a new one`()
    throws
  {
    let fixture = try fixture()
    let full = try #require(try fixture.backup.list().first)
    let manifest = "\(fixture.backup.folder)/\(full.name)/manifest.json"
    try Data("{}".utf8).write(to: URL(fileURLWithPath: manifest))
    let problems = try fixture.backup.list().map(\.problem)
    #expect(problems.first??.contains("manifest.json") == true)
    #expect(problems.dropFirst().allSatisfy { $0 == nil })
    let report = try fixture.run()
    #expect(report.made.map(\.isFull) == [true] && report.problem?.contains(full.name) == true)
    #expect(try fixture.restore().transaction == 7)
  }

  @Test(arguments: [nil, 100])
  func `no increment is added to a full backup whose data is not there`(length: Int?) throws {
    let fixture = try fixture()
    let file = try #require(try fixture.files().first { $0.hasSuffix("data.mdb") })
    let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
    let bytes = try Data(contentsOf: url)
    try FileManager.default.removeItem(at: url)
    if let length { try bytes.prefix(length).write(to: url) }
    try fixture.household.live(1)
    let report = try fixture.run()
    #expect(report.made.map(\.isFull) == [true] && report.problem?.contains(file) == true)
    #expect(try fixture.restore().transaction == report.transaction)
  }

  @Test func `a byte of the data that rotted is found by the whole check`() throws {
    let fixture = try fixture()
    let file = try #require(try fixture.files().first { $0.hasSuffix("data.mdb") })
    let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    #expect(try fixture.backup.list().allSatisfy { $0.problem == nil })
    #expect(try fixture.backup.list(checksAll: true).first?.problem?.contains(file) == true)
  }

  @Test func `the manifest of another backup is refused`() throws {
    let fixture = try fixture()
    fixture.clock.advance(by: 60)
    try fixture.run(full: true)
    let manifests = try fixture.files().filter { $0.hasSuffix("manifest.json") }
      .map { URL(fileURLWithPath: "\(fixture.backup.folder)/\($0)") }
    try Data(contentsOf: manifests[0]).write(to: manifests[1])
    let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
    #expect(error?.code == .damagedFile)
  }

  @Test func `a manifest of a newer version is named as such`() throws {
    let fixture = try fixture()
    let file = try #require(try fixture.files().first { $0.hasSuffix("manifest.json") })
    let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let body = text.components(separatedBy: ",\"sha256\"")[0]
      .replacing("\"version\":1", with: "\"version\":2")
    var digest = FileDigest()
    digest.update(Array(body.utf8))
    try Data("\(body),\"sha256\":\"\(digest.text)\"}\n".utf8).write(to: url)
    let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
    #expect(error?.code == .newerFormat && error?.file == file)
  }

  @Test func `a target that exists is left alone`() throws {
    let fixture = try fixture()
    for make in [
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      { try Data("mine".utf8).write(to: URL(fileURLWithPath: $0)) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "nowhere") },
    ] as [(String) throws -> Void] {
      let path = fixture.folder.path("restored")
      try make(path)
      let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
      #expect(error?.code == .targetExists)
      #expect(try fixture.names() == ["backups", "restored", "store"])
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `folders that cannot be written in are named`() throws {
    let fixture = try fixture()
    let file = try fixture.folder.file("file", "text")
    let error = #expect(throws: InterchangeError.self) { try fixture.restore(into: "file/new") }
    #expect(error?.code == .unwritableFile)
    #expect(throws: InterchangeError.self) { try Backup("\(file)/backups").run(fixture.store) }
    let none = #expect(throws: InterchangeError.self) {
      try Backup(fixture.folder.path("none")).restore(
        into: fixture.folder.path("restored"), schema: ThingsByName.schema)
    }
    #expect(none?.code == .unreadableFile)
    // The superuser may write anywhere.
    guard getuid() != 0 else { return }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: fixture.backup.folder)
    try fixture.household.live(1)
    #expect(
      #expect(throws: InterchangeError.self) { try fixture.run() }?.code == .unwritableFile)
    #expect(try fixture.restore().transaction == 7)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: fixture.backup.folder)
  }

  @Test func `who comes second is told so`() throws {
    let fixture = try fixture()
    let lock = try #require(try FolderLock.exclusive(fixture.backup.folder))
    for work in [
      { _ = try fixture.run() }, { _ = try fixture.restore() },
    ] as [() throws -> Void] {
      #expect(#expect(throws: InterchangeError.self, performing: work)?.code == .inUse)
    }
    extendLifetime(lock)
  }

  @Test func `what a killed process left is swept`() throws {
    let fixture = try fixture()
    let drafts = (0..<2).map { _ in fixture.folder.path(".daybook-restore-\(UUID().uuidString)") }
    let places = ["\(fixture.backup.folder)/.daybook-backup-1/full", drafts[0]]
    for place in places {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }
    // One that somebody works in.
    let busy = drafts[1]
    try FileManager.default.createDirectory(atPath: busy, withIntermediateDirectories: true)
    let descriptor = open(busy, O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try fixture.run()
    _ = try fixture.restore()
    #expect(places.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    #expect(FileManager.default.fileExists(atPath: busy))
  }

  @Test func `an increment of another history is refused`() throws {
    let fixture = try fixture()
    let other = try BackupFixture(3, seed: 9)
    try other.run()
    try other.household.live(2)
    let stranger = try #require(try other.run().made.first)
    let own = try #require(try fixture.files().first { $0.hasPrefix("log-") })
    let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(own)")
    try Data(contentsOf: URL(fileURLWithPath: "\(other.backup.folder)/\(stranger.name)"))
      .write(to: url)
    try isRefused(fixture, own, "an increment of another store")
  }
}
