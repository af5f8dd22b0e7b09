import Daybook
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import Interchange

/// A copy of a store that is written meanwhile.
struct CopyTests {
  @Test func `a copy holds what was acknowledged, compact and under the same identity`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    var household = try Household(at: folder.path("store"))
    try household.live(30)
    let copy = try household.store.copy(to: folder.path("copy"))
    #expect(copy.store == household.store.id && copy.transaction == 30)
    #expect(try copy.views[ThingsByName.name]?.digest == household.store.digest())
    #expect(try StoreCopy(at: folder.path("copy")) == copy)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("copy")) == ["data.mdb"])
    let opened = try EventStore.open(at: folder.path("copy"), schema: ThingsByName.schema)
    #expect(try opened.logLines() == household.store.logLines())
    #expect(try opened.verify().ok)
  }

  @Test func `a name that is taken is refused, and nothing is left`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    var household = try Household(at: folder.path("store"))
    try household.live(3)
    let path = try folder.file("taken")
    let error = #expect(throws: StoreError.self) { try household.store.copy(to: path) }
    #expect(error?.code == .invalidArgument)
    #expect(throws: StoreError.self) { try household.store.copy(to: folder.path("no/folder")) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["store", "taken"])
  }

  @Test func `copies that are made while others append are whole`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    var household = try Household(at: folder.path("store"))
    try household.live(10)
    let store = household.store
    let work = Work()
    let appends = Thread {
      while !work.isDone.load(ordering: .relaxed) {
        _ = try? store.append { try $0.append(ThingEvent.recorded(Thing("more")), to: UUID()) }
      }
      work.hasEnded.signal()
    }
    appends.start()
    for number in 0..<5 {
      let path = folder.path("copy \(number)")
      let copy = try store.copy(to: path)
      let opened = try EventStore.open(at: path, schema: ThingsByName.schema)
      #expect(try opened.verify().ok && opened.head == copy.transaction)
      #expect(try copy.views[ThingsByName.name]?.digest == opened.digest())
    }
    work.isDone.store(true, ordering: .relaxed)
    work.hasEnded.wait()
  }
}

/// Tells a thread to end, and waits until it has.
private final class Work: Sendable {
  let isDone = Atomic(false)
  let hasEnded = DispatchSemaphore(value: 0)
}
