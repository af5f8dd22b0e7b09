import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

extension Picture: RestatedEntity {
  var restated: PictureEvent { photo.map { .taken($0) } ?? .cleared }
}

/// The files of attachments go where their events go.
struct AttachmentCopyTests {
  private let folder: TemporaryFolder
  private let store: EventStore
  private let id = ID<Picture>.timeOrdered()

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    store = try EventStore.open(at: folder.path("store"), schema: .pictures)
  }

  @Test func `a copy of a store has its files`() throws {
    let photo = try store.take([1, 2], for: id)
    _ = try store.copy(to: folder.path("copy"))
    let copy = try EventStore.open(at: folder.path("copy"), schema: .pictures)
    #expect(try copy.attachments.bytes(of: photo) == [1, 2])
    #expect(try copy.verify().ok)
  }

  @Test func `a salvaged store has the files that are whole`() throws {
    let (good, bad) = (try store.take([1], for: id), try store.take([2], for: id))
    try store.attachments.overwrite(bad, with: [3])
    try store.close()
    let report = try EventStore.salvage(
      from: folder.path("store"), into: folder.path("new"))
    #expect(report.notes.count == 1 && report.notes[0].contains(bad.name))
    let new = try EventStore.open(at: folder.path("new"), schema: .pictures)
    #expect(try new.attachments.bytes(of: good) == [1])
    #expect(new.attachments.state(of: bad) == .notHere)
  }

  @Test func `a moved entity brings the files of its whole history`() throws {
    let other = try EventStore.open(at: folder.path("other"), schema: .pictures)
    let (first, second) = (try store.take([1], for: id), try store.take([2], for: id))
    let third = try store.take([3], for: .timeOrdered())
    try store.move(id, to: other, leaving: .deleted)
    #expect(try other.photo(id) == second)
    #expect(try other.attachments.files == [first.name, second.name])
    #expect(store.attachments.state(of: third) == .here)
  }

  @Test(arguments: [true, false])
  func `an entity that is moved by its state brings the files of that`(isPurged: Bool) throws {
    let other = try EventStore.open(at: folder.path("other"), schema: .pictures)
    let (first, second) = (try store.take([1], for: id), try store.take([2], for: id))
    if isPurged { try store.purge(before: store.read { try $0.token() }) }
    let report = try store.move(id, to: other, leaving: .deleted, as: isPurged ? .history : .state)
    #expect(report.missingAttachments == [])
    #expect(try other.attachments.bytes(of: second) == [2])
    #expect(other.attachments.state(of: first) == .notHere)
    #expect(try other.verify().ok)
  }

  @Test func `a move names the files that the store did not have as they were`() throws {
    let other = try EventStore.open(at: folder.path("other"), schema: .pictures)
    let photos = try [[1], [2], [3]].map { try store.take($0, for: id) }
    try store.attachments.overwrite(photos[0], with: [7])
    try FileManager.default.removeItem(atPath: store.attachments.path(of: photos[1]))
    let lacking = try store.move(id, to: other, leaving: .deleted).missingAttachments
    #expect(Set(lacking.map(\.name)) == Set(photos.prefix(2).map(\.name)))
    #expect(try other.attachments.files == [photos[2].name])
  }

  @Test func `what is in the way of one keeps no other from being copied`() throws {
    let photos = try (1...5).map { try store.take([UInt8($0)], for: id) }
    let target = AttachmentFolder(path: folder.path("target"))
    try FileManager.default.createDirectory(
      atPath: target.place(of: photos[2]), withIntermediateDirectories: true)
    let copied = try target.copyAll(from: store.attachments.folder)
    #expect(copied.files == 4)
    #expect(copied.failed.keys.map(\.name) == [photos[2].name])
    #expect(throws: StoreError.self) { try copied.check() }
  }

  @Test func `of a file in two folders neither is read when it is copied again`() throws {
    let photo = try store.take([1, 2], for: id)
    let target = AttachmentFolder(path: folder.path("target"))
    #expect(try target.copyAll(from: store.attachments.folder).files == 1)
    try store.attachments.overwrite(photo, with: [7, 7])
    #expect(try target.copyAll(from: store.attachments.folder) == .init())
    try store.attachments.overwrite(photo, with: [7])
    #expect(try target.copyAll(from: store.attachments.folder).changed.map(\.name) == [photo.name])
    #expect(target.state(of: photo) == .here)
  }
}
