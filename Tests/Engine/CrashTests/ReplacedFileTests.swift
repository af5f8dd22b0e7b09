import Daybook
import DaybookSnapshot
import Foundation
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// A store's file that is replaced, overwritten, moved or given a second name while it is open:
/// nobody writes over what another one has acknowledged, and whoever has the old file is told.
@Suite(.tags(.crash)) struct ReplacedFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("store") }
  private var data: String { path + "/data.mdb" }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ path: String? = nil) throws -> EventStore {
    var options = StoreOptions()
    // Until it is closed the journal holds what was appended, however slow another process starts.
    options.checkpoint = (1 << 20, 4 << 20, 600_000_000)
    return try EventStore.open(
      at: path ?? self.path, schema: Boards().schema, options: options)
  }

  private func append(_ store: EventStore, _ count: Int = 1) throws {
    for _ in 0..<count {
      try store.append(author: "test") {
        try $0.append(CounterEvent(.noted, Mark(value: 1)), to: UUID())
      }
    }
  }

  /// Makes a store with some transactions, closes it, and copies its file.
  private func make(_ count: Int) throws -> String {
    let store = try open()
    try append(store, count)
    try store.close()
    let copy = folder.path("copy.mdb")
    try FileManager.default.copyItem(atPath: data, toPath: copy)
    return copy
  }

  /// How many transactions a sound store has.
  private func transactions(_ store: EventStore) throws -> UInt64 {
    #expect(try store.verify().ok)
    return try store.read { try $0.token().number }
  }

  private func replaced(_ body: () throws -> Void) {
    let error = #expect(throws: StoreError.self) { try body() }
    #expect(error?.code == .replaced, "\(String(describing: error))")
  }

  private func overwrite(with copy: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: data))
    try file.write(contentsOf: bytes)
    try file.truncate(atOffset: UInt64(bytes.count))
    try file.close()
  }

  @Test func `a journal whose data file is gone is neither opened nor overwritten`() throws {
    _ = try make(3)
    let aside = folder.path("aside.mdb")
    #expect(rename(data, aside) == 0)
    let journal = try Data(contentsOf: URL(fileURLWithPath: path + "/journal"))
    for creates in [true, false] {
      var options = StoreOptions()
      options.createsStore = creates
      let error = #expect(throws: StoreError.self) {
        try EventStore.open(at: path, schema: Boards().schema, options: options)
      }
      #expect(error?.code == .damaged && error?.message.contains("no data.mdb") == true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/journal")) == journal)
    #expect(rename(aside, data) == 0)
    #expect(try transactions(open()) == 3)
  }

  @Test(arguments: 1...4)
  func `a file that takes another one's name is refused until that one is closed`(
    more: Int
  ) throws {
    let copy = try make(3)
    let store = try open()
    try append(store, more)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    #expect(rename(copy, data) == 0)
    // Both who have the old one, and this process, which would open the new one beside it.
    replaced { try append(store) }
    replaced { _ = try open() }
    try? store.close()
    replaced { _ = try open() }
    victim.say("go")
    #expect(victim.lines(through: "error").last?.contains("were replaced") == true)
    _ = victim.end()
    // What was acknowledged since the copy is in the journal, and done again: to the store it is as
    // after a power cut.
    let restored = try open()
    try append(restored, 2)
    #expect(try transactions(restored) == 5 + more)
  }

  @Test func `what was dropped for a store that was replaced stays in the inbox`() throws {
    let copy = try make(3)
    let store = try open()
    try append(store)
    let inbox = InboxFolder(path: folder.path("inbox"))
    var payload = InboxPayload()
    for (field, value) in [(1, 5), (2, 0), (3, 1)] { payload.int(field, Int64(value)) }
    payload.string(4, "widget")
    try inbox.drop(
      InboxEvent(
        CounterEvent.types[0].name, kind: Counter.kind, entity: UUID(), payload: payload.bytes))
    #expect(rename(copy, data) == 0)
    replaced { _ = try store.ingest(inbox: inbox.path) }
    try? store.close()
    #expect(try open().ingest(inbox: inbox.path).ingested.count == 1)
  }

  @Test(arguments: 1...2)
  func `an older file that is copied over the open one is not written to`(more: Int) throws {
    let copy = try make(3)
    let store = try open()
    try append(store, more)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    try overwrite(with: copy)
    replaced { try append(store) }
    replaced { _ = try store.read { try $0.token() } }
    try? store.close()
    replaced { _ = try open() }
    victim.say("go")
    #expect(victim.lines(through: "error").last?.contains("were replaced") == true)
    _ = victim.end()
    let restored = try open()
    try append(restored)
    #expect(try transactions(restored) == 4 + more)
  }

  @Test(arguments: [true, false])
  func `one file in two directories is open in one of them at a time`(isLink: Bool) throws {
    _ = try make(3)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    let other = folder.path("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    if isLink {
      try FileManager.default.createSymbolicLink(
        atPath: other + "/data.mdb", withDestinationPath: data)
    } else {
      try FileManager.default.linkItem(atPath: data, toPath: other + "/data.mdb")
    }
    replaced { _ = try open(other) }
    victim.say("go")
    #expect(victim.lines(through: "at").last?.hasPrefix("at") == true)
    _ = victim.end()
    #expect(try transactions(try open(other)) == 4)
  }

  #if os(Linux)
  @Test(.enabled(if: MountedFolder.isAllowed))
  func `a folder that is mounted at two places is one store`() throws {
    _ = try make(3)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    let other = try MountedFolder(showing: path)
    do {
      let store = try open(other.path)
      try append(store)
      let error = #expect(throws: StoreError.self) { _ = try open() }
      #expect(error?.code == .alreadyOpen)
    }
    victim.say("go")
    #expect(victim.lines(through: "at").last?.hasPrefix("at") == true)
    _ = victim.end()
    #expect(try transactions(try open()) == 5)
  }
  #endif

  @Test func `a compaction names the process that has the store open, and waits for it`() throws {
    _ = try make(3)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    let error = #expect(throws: StoreError.self) { try EventStore.compact(at: path) }
    #expect(error?.code == .alreadyOpen)
    #expect(error?.message.contains("process \(victim.id)") == true, "\(String(describing: error))")
    _ = victim.end()
    #expect(try EventStore.compact(at: path).after > 0)
    #expect(try transactions(try open()) == 3)
  }

  @Test func `a lock file that is gone does not let a second writer in`() throws {
    _ = try make(3)
    let victim = try Victim("append-later", at: path)
    #expect(victim.lines(through: "ready").last == "ready")
    try FileManager.default.removeItem(atPath: path + "/lock.mdb")
    replaced { _ = try open() }
    victim.say("go")
    #expect(victim.lines(through: "at").last?.hasPrefix("at") == true)
    _ = victim.end()
    #expect(try transactions(try open()) == 4)
  }

  @Test func `who follows a store is told that its directory was made anew`() async throws {
    let store = try open()
    try append(store)
    let following = Task {
      for try await _ in store.history.transactions().follow {}
    }
    try FileManager.default.removeItem(atPath: path)
    let other = try open()
    try append(other, 2)
    let error = await #expect(throws: StoreError.self) { try await following.value }
    #expect(error?.code == .replaced)
    replaced { try append(store) }
    replaced { try store.requireFiles() }
    #expect(try transactions(other) == 2)
  }

  @Test func `who follows a store is told that an older file was copied over it`() async throws {
    let copy = try make(3)
    let store = try open()
    try append(store, 2)
    var iterator = store.history.transactions().follow.makeAsyncIterator()
    for _ in 0..<5 { _ = try await iterator.next() }
    try overwrite(with: copy)
    let error = await #expect(throws: StoreError.self) { _ = try await iterator.next() }
    #expect(error?.code == .replaced)
  }

  @Test func `a directory that is moved takes its open store along`() throws {
    _ = try make(3)
    let store = try open()
    let moved = folder.path("moved")
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try append(store)
    try store.requireFiles()
    try store.close()
    #expect(try transactions(try open(moved)) == 4)
  }
}
