import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing

@testable import Daybook

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// Files to which nothing refers any more, and no others, are removed.
struct AttachmentCollectionTests {
  private let store: EventStore
  private let id = ID<Picture>.timeOrdered()

  init() throws { store = try EventStore.temporary(schema: .pictures) }

  private func purge() throws {
    try store.purge(before: store.read { try $0.token() }, forced: true)
  }

  /// Removes what nothing refers to, however new it is.
  @discardableResult
  private func collect(_ store: EventStore) throws -> Int {
    try store.attachments.age()
    return try store.attachments.collect().files
  }

  @Test func `what an undo could bring back stays until a purge`() throws {
    let photo = try store.take([1], for: id)
    try store.append(author: "Ada") { try $0.append(.cleared, to: id) }
    #expect(try collect(store) == 0)
    try store.undo(by: "Ada")
    let back = try #require(try store.photo(id))
    #expect(try store.attachments.bytes(of: back) == [1])
    try store.append(author: "Ada") { try $0.append(.cleared, to: id) }
    try purge()
    #expect(store.attachments.state(of: photo) == .here)
    #expect(try collect(store) == 1)
    #expect(store.attachments.state(of: photo) == .notHere)
    #expect(try store.verify().ok)
  }

  @Test func `what a baseline refers to stays`() throws {
    let old = try store.take([1], for: id)
    try purge()
    let new = try store.take([2], for: id)
    #expect(try store.read { try $0.transactions().count } == 1)
    #expect(try collect(store) == 0)
    #expect(try store.attachments.files == [old.name, new.name])
    try store.undo(by: "Ada")
    #expect(try store.photo(id)?.name == old.name)
  }

  @Test func `a file whose event is still to come stays for a day`() throws {
    let photo = try store.attachments.add([1])
    #expect(try store.attachments.collect().files == 0)
    #expect(try store.attachments.collect(now: Date() + 86_000).files == 0)
    let collected = try store.attachments.collect(now: Date() + 87_000)
    #expect(collected.files == 1 && collected.bytes == 1)
    #expect(store.attachments.state(of: photo) == .notHere)
  }

  @Test func `content that is added again is as new`() throws {
    _ = try store.attachments.add([1])
    try store.attachments.age()
    let photo = try store.attachments.add([1])
    #expect(try store.attachments.collect().files == 0)
    #expect(store.attachments.state(of: photo) == .here)
  }

  @Test func `content that is added while others are looked for stays`() throws {
    let photo = try store.attachments.add([1])
    try store.attachments.age()
    let found = try store.attachments.files
    _ = try store.attachments.add([1])
    let removed = try store.attachments.folder.remove(found, writtenBefore: Date() - 3600)
    #expect(removed.files == 0)
    #expect(store.attachments.state(of: photo) == .here)
  }

  @Test func `what a killed writer had begun is removed, and what one writes is not`() throws {
    _ = try store.attachments.add([1])
    let folder = store.attachments.folder.path
    for name in ["old", "new"] {
      try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/.daybook-1-\(name)"))
    }
    try FileManager.default.setModified("\(folder)/.daybook-1-old", to: Date() - 7200)
    try store.attachments.collect()
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(".") }
    #expect(hidden == [".daybook-1-new"])
  }

  @Test func `a store whose schema lacks the kind collects nothing of it`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path("s"), schema: .pictures)
    let photo = try store.take([1], for: id)
    _ = try store.attachments.add([2])
    try store.close()
    let stranger = try EventStore.open(at: folder.path("s"), schema: Schema())
    #expect(try collect(stranger) == 1)
    #expect(stranger.attachments.state(of: photo) == .here)
    try stranger.purge(before: stranger.read { try $0.token() }, forced: true)
    #expect(try collect(stranger) == 0)
    try stranger.close()
  }

  @Test func `references in JSON count`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(Album.self))
    let photo = try store.attachments.add([1], fileExtension: "heic")
    try store.append { try $0.append(.filled(["a": [photo]]), to: Album.self, UUID()) }
    #expect(try collect(store) == 0)
    #expect(store.attachments.state(of: photo) == .here)
    #expect(try store.attachments.all().map(\.attachment.name) == [photo.name])
  }

  @Test func `a log that cannot be read lets nothing be removed`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path("s"), schema: .pictures)
    try store.take([1], for: id)
    // No state refers to it.
    try store.append { try $0.append(.cleared, to: id) }
    _ = try store.attachments.add([2])
    try store.close()
    let file = URL(fileURLWithPath: folder.path("s/data.mdb"))
    var bytes = try Data(contentsOf: file)
    let marker = Data("attachment:1:".utf8)
    var from = bytes.startIndex
    while let place = bytes[from...].firstRange(of: marker) {
      bytes[place.lowerBound] = 0x41
      from = place.upperBound
    }
    try bytes.write(to: file)
    let opened = try EventStore.open(at: folder.path("s"), schema: Schema())
    try opened.attachments.age()
    expectError(.damaged) { try opened.attachments.collect() }
    #expect(try opened.attachments.files.count == 2)
    try opened.close()
  }

  // MARK: At the same time

  @Test func `many writers of the same content, and a collection beside them`() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          try await OwnThread.value {
            var random = SeededGenerator(seed: UInt64(writer))
            for _ in 0..<60 {
              let id = ID<Picture>(random.uuid())
              let content = [UInt8](repeating: .random(in: 0..<3, using: &random), count: 10_000)
              try store.take(content, for: id)
              try store.append(durability: .relaxed) { try $0.append(.deleted, to: id) }
            }
          }
        }
      }
      group.addTask {
        try await OwnThread.value {
          for _ in 0..<60 { try store.attachments.collect(grace: .seconds(3600)) }
        }
      }
      try await group.waitForAll()
    }
    for (attachment, state) in try store.attachments.all() {
      #expect(state == .here)
      #expect(try store.attachments.folder.check(attachment.name) == .here)
    }
    #expect(try store.attachments.files.count == 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: store.attachments.folder.path)
    #expect(names.allSatisfy { $0.count == 2 })
  }
}
