import ChildProcesses
import Daybook
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// `cp -r` of a store to which another process appends meanwhile, as a person or a backup program
/// copies it.
@Suite(.tags(.slow, .crash)) struct LiveCopyTests {
  static let copies = Environmental.wantsAllKills ? 60 : 6

  @Test func `a copy holds the beginning of what was written, or is refused by a sentence`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let victim = try Victim("append", at: path, seed: 7)
    var acknowledged = victim.lines(through: "ack").compactMap(Acknowledgement.init)
    for number in 0..<Self.copies {
      let copying = try ChildProcess("/bin/cp", ["-r", path, folder.path("copy \(number)")])
      while copying.ending == nil { _ = victim.listen(milliseconds: 1) }
      #expect(try copying.wait().status == 0)
      // Of a later state each time.
      acknowledged += victim.lines(through: "ack").compactMap(Acknowledgement.init)
    }
    acknowledged += victim.end().compactMap(Acknowledgement.init)
    #expect(victim.wasKilled)

    let entries = try Self.entries(at: path)
    var opened = 0
    #expect(entries.lost(acknowledged) == [])
    for number in 0..<Self.copies {
      let note: Comment = "copy \(number)"
      do {
        let store = try EventStore.open(at: folder.path("copy \(number)"), schema: Boards().schema)
        var copied = Oracle()
        try store.read { try copied.read($0) }
        #expect(copied.entries.compactMap(\.flaw) == [], note)
        #expect(copied.isBeginning(of: entries), note)
        try copied.compare(with: store, note)
        opened += 1
      } catch let error as StoreError {
        #expect(error.code == .damaged && !error.message.isEmpty, "\(note): \(error)")
      }
    }
    #expect(opened > 0)
  }

  private static func entries(at path: String) throws -> Oracle {
    let store = try EventStore.open(at: path, schema: Boards().schema)
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    try oracle.compare(with: store, "the store itself")
    return oracle
  }
}

extension Oracle {
  /// Whether another log begins with this one.
  fileprivate func isBeginning(of other: Oracle) -> Bool {
    entries.count <= other.entries.count
      && zip(entries, other.entries).allSatisfy { own, other in
        own.number == other.number && own.retracts == other.retracts
          && own.events.map(\.id) == other.events.map(\.id)
          && own.events.map(\.event.mark.value) == other.events.map(\.event.mark.value)
      }
  }
}
