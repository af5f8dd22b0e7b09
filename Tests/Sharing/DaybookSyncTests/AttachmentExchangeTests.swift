import Foundation
import TemporaryFolders
import Testing

@testable import Daybook
@testable import DaybookSync

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The files of attachments over a shared folder.
struct AttachmentExchangeTests {
  private let house: SyncHouse
  private let ben: Replication

  init() async throws {
    house = try await SyncHouse.founded()
    ben = try await house.join("ben")
  }

  private var drive: URL { house.folder.url.appendingPathComponent("drive") }

  /// Where the files of the space are in the folder.
  private var shared: AttachmentFolder {
    let space = house.first.store.space.uuidString.lowercased()
    return AttachmentFolder(path: drive.appendingPathComponent("\(space)/attachments").path)
  }

  @discardableResult
  private func exchange(_ member: Replication) async throws -> ExchangeReport {
    let report = try await member.exchange(with: FolderPeer(at: drive.path))
    #expect(report.failure == nil)
    return report
  }

  @discardableResult
  private func add(_ bytes: [UInt8], to member: Replication) async throws -> Attachment {
    let file = try member.store.attachments.add(bytes)
    let id = try await house.add("photo", to: member)
    try await member.store.append { try $0.append(ItemEvent.pictured(file), to: id) }
    return file
  }

  @Test func `a second store over a folder gets all files, both ways`() async throws {
    let first = try await add([1, 2, 3], to: house.first)
    let empty = try await add([], to: house.first)
    #expect(try await exchange(house.first).attachmentsSent == 2)
    let second = try await add([4], to: ben)
    let report = try await exchange(ben)
    #expect(report.attachmentsReceived == 2 && report.attachmentsSent == 1)
    #expect(report.problems == [:])
    #expect(try await exchange(house.first).attachmentsReceived == 1)
    for store in [house.first.store, ben.store] {
      #expect(try store.attachments.bytes(of: first) == [1, 2, 3])
      #expect(try store.attachments.bytes(of: empty) == [])
      #expect(try store.attachments.bytes(of: second) == [4])
      #expect(try await store.verify().ok)
    }
    let again = try await exchange(ben)
    #expect(again.attachmentsReceived == 0 && again.attachmentsSent == 0)
  }

  @Test func `a file that comes late is not here yet, and a later exchange brings it`()
    async throws
  {
    let file = try await add([1, 2, 3], to: house.first)
    try await exchange(house.first)
    let place = shared.place(of: file)
    try FileManager.default.moveItem(atPath: place, toPath: place + ".part")
    try await exchange(ben)
    #expect(ben.store.attachments.state(of: file) == .notHere)
    let check = try await ben.store.verify().checks.last { $0.name == "attachments" }
    #expect(check?.ok == true && check?.detail.contains("not here yet") == true)
    // Half of it is there.
    try Data([1, 2]).write(to: URL(fileURLWithPath: place))
    let half = try await exchange(ben)
    #expect(half.attachmentsReceived == 0 && half.problems == [:])
    // The member that has it puts it there again.
    #expect(try await exchange(house.first).attachmentsSent == 1)
    #expect(try await exchange(ben).attachmentsReceived == 1)
    #expect(try ben.store.attachments.bytes(of: file) == [1, 2, 3])
  }

  @Test func `a file with another content is refused, told, and replaced when it is gone`()
    async throws
  {
    let file = try await add([1, 2, 3], to: house.first)
    try await exchange(house.first)
    try Data([3, 2, 1]).write(to: URL(fileURLWithPath: shared.place(of: file)))
    let report = try await exchange(ben)
    #expect(report.attachmentsReceived == 0)
    #expect(report.problems.keys.sorted() == ["attachments/\(file.name.prefix(2))/\(file.name)"])
    #expect(ben.store.attachments.state(of: file) == .notHere)
    try FileManager.default.removeItem(atPath: shared.place(of: file))
    try await exchange(house.first)
    #expect(try await exchange(ben).attachmentsReceived == 1)
  }

  @Test func `a file that a member finds changed is put there anew by the next who has it whole`()
    async throws
  {
    let file = try await add([1, 2, 3], to: house.first)
    let other = try await add([4], to: house.first)
    try await exchange(house.first)
    try Data([3, 2, 1]).write(to: URL(fileURLWithPath: shared.place(of: file)))
    // Nobody has read it yet.
    #expect(try await exchange(house.first).attachmentsSent == 0)
    let report = try await exchange(ben)
    #expect(report.attachmentsReceived == 1)
    let place = "attachments/\(file.name.prefix(2))/\(file.name)"
    #expect(report.problems[place]?.contains("the next member that has it") == true)
    #expect(try await exchange(house.first).attachmentsSent == 1)
    #expect(try shared.check(file.name) == .here)
    #expect(try await exchange(ben).attachmentsReceived == 1)
    #expect(try ben.store.attachments.bytes(of: file) == [1, 2, 3])
    #expect(try await exchange(house.first).attachmentsSent == 0)
    #expect(try shared.marked() == [])
    #expect(try shared.contents().keys.sorted() == [file.name, other.name].sorted())
  }

  @Test func `a mark on a file that is whole goes, and one on a file that nobody has stays`()
    async throws
  {
    let file = try await add([1, 2, 3], to: house.first)
    try await exchange(house.first)
    try await exchange(ben)
    try shared.mark(file)
    #expect(try shared.marked() == [file.name])
    #expect(try await exchange(ben).attachmentsSent == 0)
    #expect(try shared.marked() == [])
    try Data([3, 2, 1]).write(to: URL(fileURLWithPath: shared.place(of: file)))
    try shared.mark(file)
    for member in [house.first, ben] {
      try FileManager.default.removeItem(atPath: member.store.attachments.path(of: file))
    }
    try await exchange(ben)
    #expect(try shared.marked() == [file.name])
  }

  @Test func `what nothing refers to is neither sent nor brought`() async throws {
    let own = try house.first.store.attachments.add([7])
    try await add([1], to: house.first)
    try await exchange(house.first)
    #expect(shared.state(of: own) == .notHere)
    let stranger = AttachmentFolder(path: house.folder.path + "/stranger")
    let foreign = try stranger.add { write in
      try [UInt8](repeating: 9, count: 100).withUnsafeBytes { try write($0) }
    }
    _ = try shared.copyAll(from: stranger)
    try await exchange(ben)
    #expect(try ben.store.attachments.folder.contents()[foreign.name] == nil)
    #expect(try ben.store.attachments.folder.contents().count == 1)
  }

  @Test(arguments: ["folder", "link", "pipe"])
  func `whatever lies in the place of a file is left alone`(_ sort: String) async throws {
    let file = try await add([1, 2, 3], to: house.first)
    try await exchange(house.first)
    let (files, place) = (FileManager.default, shared.place(of: file))
    try files.removeItem(atPath: place)
    let secret = house.folder.path + "/secret"
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: secret))
    switch sort {
    case "folder": try files.createDirectory(atPath: place, withIntermediateDirectories: false)
    case "link": try files.createSymbolicLink(atPath: place, withDestinationPath: secret)
    default: #expect(mkfifo(place, 0o600) == 0)
    }
    #expect(try await exchange(ben).attachmentsReceived == 0)
    #expect(ben.store.attachments.state(of: file) == .notHere)
  }

  @Test(arguments: [true, false])
  func `something odd in the place of one file keeps no other one back`(isShared: Bool) async throws
  {
    var files: [Attachment] = []
    for byte in UInt8(0)..<5 { files.append(try await add([byte], to: house.first)) }
    let first = try #require(files.min { $0.name < $1.name })
    if !isShared { try await exchange(house.first) }
    let folder = isShared ? shared : ben.store.attachments.folder
    try FileManager.default.createDirectory(
      atPath: folder.place(of: first), withIntermediateDirectories: true)
    let report = try await exchange(isShared ? house.first : ben)
    #expect((isShared ? report.attachmentsSent : report.attachmentsReceived) == 4)
    #expect(report.problems.keys.sorted() == ["attachments/\(first.name.prefix(2))/\(first.name)"])
  }

  @Test func `a link in the place of the folder is not followed`() async throws {
    let outside = house.folder.path + "/outside"
    try FileManager.default.createDirectory(
      atPath: outside, withIntermediateDirectories: true)
    try await house.add("bread", to: house.first)
    try await exchange(house.first)
    try FileManager.default.createSymbolicLink(
      atPath: shared.path, withDestinationPath: outside)
    try await add([1, 2, 3], to: house.first)
    let report = try await house.first.exchange(with: FolderPeer(at: drive.path))
    #expect(report.attachmentsSent == 0 && report.problems["attachments"] != nil)
    #expect(report.failure == nil && report.sent > 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test func `a reference with a false length fails nobody's check`() async throws {
    let file = try await add([1, 2, 3], to: house.first)
    let lie = Attachment(name: file.name, length: 1 << 30, fileExtension: nil)
    let id = try await house.add("photo", to: house.first)
    try await house.first.store.append { try $0.append(ItemEvent.pictured(lie), to: id) }
    try await exchange(house.first)
    #expect(try await exchange(ben).attachmentsReceived == 1)
    #expect(try await ben.store.verify().ok)
    #expect(ben.store.attachments.state(of: lie) == .here)
    #expect(try ben.store.attachments.bytes(of: file) == [1, 2, 3])
  }

  @Test func `stores of one process exchange files, too`() async throws {
    let file = try await add([1], to: house.first)
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.attachmentsReceived == 1)
    let own = try await add([2], to: ben)
    let second = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(second.attachmentsSent == 1)
    #expect(try house.first.store.attachments.bytes(of: own) == [2])
    #expect(try ben.store.attachments.bytes(of: file) == [1])
  }

  @Test func `a hundred megabytes travel`() async throws {
    let path = try house.folder.file("big")
    #expect(truncate(path, 100 << 20) == 0)
    let file = try house.first.store.attachments.add(fileAt: path)
    let id = try await house.add("film", to: house.first)
    try await house.first.store.append { try $0.append(ItemEvent.pictured(file), to: id) }
    try await exchange(house.first)
    #expect(try await exchange(ben).attachmentsReceived == 1)
    #expect(try ben.store.attachments.folder.check(file.name) == .here)
  }
}
