import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Daybook
@testable import Interchange

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The files of attachments beside backups.
struct BackupAttachmentTests {
  private let fixture: BackupFixture

  init() throws { fixture = try BackupFixture(3) }

  /// Keeps a file, and writes down something that refers to it.
  @discardableResult
  private func add(_ bytes: [UInt8], as id: UUID = UUID()) throws -> Attachment {
    let file = try fixture.store.attachments.add(bytes)
    try fixture.store.append {
      try $0.append(ThingEvent.recorded(Self.thing(file)), to: id)
    }
    return file
  }

  private static func thing(_ file: Attachment) -> Thing {
    var thing = Thing("photo")
    thing.photo = file
    return thing
  }

  private var files: Set<String> {
    get throws { Set(try Backup.attachments(in: fixture.backup.folder).contents().keys) }
  }

  @Test func `files are copied once, by full backups and increments, and come back`() throws {
    let first = try add([1])
    #expect(try fixture.run().attachments == 1)
    #expect(try fixture.run().attachments == 0)
    let second = try add([2, 2])
    let report = try fixture.run()
    #expect(report.attachments == 1 && report.made.map(\.isFull) == [false])
    #expect(try files == [first.name, second.name])
    #expect(try fixture.run(full: true).attachments == 0)
    let restored = try fixture.restore()
    #expect(restored.attachments == 2 && restored.missingAttachments == [])
    let store = try fixture.open()
    #expect(try store.attachments.bytes(of: first) == [1])
    #expect(try store.attachments.bytes(of: second) == [2, 2])
    #expect(try store.verify().ok)
  }

  @Test func `a restore brings the files of increments, and names those that are gone`() throws {
    try fixture.run()
    let (kept, gone) = (try add([1]), try add([2, 2]))
    #expect(try fixture.run().made.map(\.isFull) == [false])
    let files = Backup.attachments(in: fixture.backup.folder)
    try FileManager.default.removeItem(atPath: files.place(of: gone))
    let restored = try fixture.restore()
    #expect(restored.attachments == 1 && restored.missingAttachments == [gone.name])
    #expect(try fixture.open().attachments.bytes(of: kept) == [1])
  }

  @Test func `something odd in the place of one file keeps out neither others nor the log`() throws
  {
    let files = Backup.attachments(in: fixture.backup.folder)
    let attachments = try (UInt8(0)..<10).map { try add([$0]) }.sorted { $0.name < $1.name }
    let place = files.place(of: attachments[0])
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let report = try fixture.run()
    #expect(report.made.count == 1 && report.attachments == 9)
    let name = attachments[0].name
    #expect(report.attachmentProblems.keys.sorted() == ["attachments/\(name.prefix(2))/\(name)"])
    #expect(try fixture.restore().missingAttachments == [name])
  }

  @Test func `a link in the place of the store's folder is told, and the log is backed up`() throws
  {
    try add([1])
    let (folder, files) = (fixture.store.attachments.folder.path, FileManager.default)
    try files.moveItem(atPath: folder, toPath: fixture.folder.path("elsewhere"))
    try files.createSymbolicLink(
      atPath: folder, withDestinationPath: fixture.folder.path("elsewhere"))
    let report = try fixture.run()
    #expect(report.made.count == 1 && report.attachments == 0)
    #expect(report.attachmentProblems["attachments"]?.contains("is a link") == true)
    let check = try fixture.store.verify().checks.last { $0.name == "attachments" }
    #expect(check?.ok == false && check?.detail.contains("is a link") == true)
  }

  @Test func `a check finds a file whose content was changed, and a full run mends it`() throws {
    let file = try add([1, 2])
    let name = try fixture.run().made[0].name
    let files = Backup.attachments(in: fixture.backup.folder)
    try Data([3, 4]).write(to: URL(fileURLWithPath: files.place(of: file)))
    #expect(try fixture.backup.list().allSatisfy { $0.damagedAttachments.isEmpty })
    let found = try fixture.backup.list(checksAll: true).first { $0.name == name }
    #expect(found?.damagedAttachments == [file.name])
    #expect(try fixture.run(full: true).attachments == 1)
    #expect(try files.check(file.name) == .here)
    #expect(
      try fixture.backup.list(checksAll: true).allSatisfy { $0.damagedAttachments.isEmpty })
  }

  @Test func `a check finds a file that is gone from the folder`() throws {
    let (full, more) = (try add([1]), try fixture.run().made[0].name)
    let (late, last) = (try add([2]), try fixture.run().made[0].name)
    let files = Backup.attachments(in: fixture.backup.folder)
    for file in [full, late] {
      try FileManager.default.removeItem(atPath: files.place(of: file))
    }
    #expect(try fixture.backup.list().allSatisfy { $0.missingAttachments.isEmpty })
    let found = try fixture.backup.list(checksAll: true)
    #expect(found.first { $0.name == more }?.missingAttachments == [full.name])
    #expect(found.first { $0.name == last }?.missingAttachments == [late.name])
    #expect(found.allSatisfy { $0.damagedAttachments.isEmpty })
    #expect(try fixture.run().attachments == 2)
    #expect(try fixture.backup.list(checksAll: true).allSatisfy { $0.missingAttachments.isEmpty })
  }

  @Test func `a file that is missing is told until a backup has it`() throws {
    let file = try add([1])
    try FileManager.default.removeItem(atPath: fixture.store.attachments.path(of: file))
    for _ in 0..<2 {
      let report = try fixture.run()
      #expect(report.missingAttachments == [file.name] && report.awaitedAttachments == [])
    }
    _ = try fixture.store.attachments.add([1])
    #expect(try fixture.run().missingAttachments == [])
    try FileManager.default.removeItem(atPath: fixture.store.attachments.path(of: file))
    #expect(try fixture.run().missingAttachments == [])
  }

  @Test(arguments: [false, true])
  func `a check awaits what a member of a shared store may send`(isFull: Bool) throws {
    try fixture.run()
    let file = try add([1])
    try fixture.store.append { try $0.append(.created(name: "Home", key: [1], member: "Ada")) }
    let path = try fixture.store.attachments.path(of: file)
    try FileManager.default.removeItem(atPath: path)
    let report = try fixture.run(full: isFull)
    #expect(report.awaitedAttachments == [file.name])
    let found = try fixture.backup.list(checksAll: true)
    #expect(found.last?.awaitedAttachments == [file.name])
    #expect(found.allSatisfy { $0.missingAttachments.isEmpty && $0.problem == nil })
    #expect(try fixture.backup.list().allSatisfy { $0.awaitedAttachments.isEmpty })
    _ = try fixture.store.attachments.add([1])
    try fixture.run()
    #expect(try fixture.backup.list(checksAll: true).allSatisfy { $0.awaitedAttachments.isEmpty })
  }

  @Test func `files are brought to a store that has the log alone`() throws {
    let (first, second) = (try add([1]), try add([2]))
    try fixture.run()
    _ = try fixture.store.copy(to: fixture.folder.path("restored"), withAttachments: false)
    let store = try fixture.open()
    #expect(try store.attachments.all().map(\.state) == [.notHere, .notHere])
    let files = Backup.attachments(in: fixture.backup.folder)
    try Data([9]).write(to: URL(fileURLWithPath: files.place(of: second)))
    let brought = try store.attachments.bring(from: fixture.backup.folder)
    #expect(brought.files == 1 && brought.lacking.map(\.name) == [second.name])
    let rest = try store.attachments.bring(from: fixture.store.attachments.folder.path)
    #expect(rest.files == 1 && rest.lacking.isEmpty)
    #expect(try store.attachments.bytes(of: first) == [1])
    #expect(try store.verify().ok)
  }

  @Test func `a reference that an app keeps as a text comes back, and is missed by nobody`() throws
  {
    let file = try fixture.store.attachments.add([1])
    try fixture.store.append {
      try $0.append(ThingEvent.recorded(Thing("\(file)")), to: UUID())
    }
    try fixture.run()
    #expect(try fixture.restore().attachments == 1)
    #expect(try fixture.open().attachments.bytes(of: file) == [1])
    let files = Backup.attachments(in: fixture.backup.folder)
    try FileManager.default.removeItem(atPath: files.place(of: file))
    #expect(try fixture.store.attachments.bring(from: fixture.backup.folder).lacking.isEmpty)
  }

  @Test func `a restore to an earlier point brings what that point refers to`() throws {
    let first = try add([1])
    let point = try fixture.run().transaction
    try add([2])
    try fixture.run()
    #expect(try fixture.restore(.transaction(point)).attachments == 1)
    let store = try fixture.open()
    #expect(try store.attachments.folder.contents() == [first.name: 1])
  }

  @Test func `a file that was changed is told, and not copied over the good one`() throws {
    let file = try add([1, 2])
    try fixture.run()
    let path = try fixture.store.attachments.path(of: file)
    try Data([3]).write(to: URL(fileURLWithPath: path))
    let report = try fixture.run()
    #expect(report.attachments == 0 && report.changedAttachments == [file.name])
    #expect(try fixture.restore().attachments == 1)
    #expect(try fixture.open().attachments.bytes(of: file) == [1, 2])
  }

  @Test func `a restore names the files that the backups lack or have changed`() throws {
    let (gone, changed) = (try add([1]), try add([2]))
    try fixture.run()
    let folder = Backup.attachments(in: fixture.backup.folder).path
    try FileManager.default.removeItem(
      atPath: "\(folder)/\(gone.name.prefix(2))/\(gone.name)")
    try Data([7]).write(
      to: URL(fileURLWithPath: "\(folder)/\(changed.name.prefix(2))/\(changed.name)"))
    let restored = try fixture.restore()
    #expect(restored.attachments == 0)
    #expect(restored.missingAttachments == [gone.name, changed.name].sorted())
    let found = try fixture.open().verify()
    #expect(!found.ok && found.isSound)
  }

  @Test func `files go with the last backup that refers to them`() throws {
    let id = UUID()
    let old = try add([1], as: id)
    try fixture.run(full: true)
    let patch = FieldPatch(from: Self.thing(old), to: Thing("new"))
    try fixture.store.append { try $0.append(ThingEvent.amended(patch), to: id) }
    try fixture.store.purge(before: fixture.store.read { try $0.token() }, forced: true)
    let kept = try add([2])
    #expect(try fixture.store.attachments.collect(now: Date() + 172_800).files == 1)
    #expect(try fixture.run(full: true).removed == [])
    #expect(try files == [old.name, kept.name])
    fixture.clock.advance(by: 90_000)
    #expect(try fixture.run(full: true, keep: "1d").removed.count == 2)
    #expect(try files == [kept.name])
    #expect(try fixture.restore().attachments == 1)
  }

  @Test func `an unreadable backup keeps all files`() throws {
    try add([1])
    try fixture.run(full: true)
    let name = try #require(try fixture.run(full: true).made.first?.name)
    try FileManager.default.removeItem(atPath: "\(fixture.backup.folder)/\(name)/data.mdb")
    try fixture.backup.removeAttachments()
    #expect(try files.count == 1)
  }
}
