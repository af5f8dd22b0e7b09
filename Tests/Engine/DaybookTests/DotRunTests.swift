import DaybookTesting
import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// Which transactions have a row in `dots`, and that every dot is found all the same.
struct DotRunTests {
  let clock = TestClock()
  let directory: TemporaryFolder
  let store: EventStore

  init() throws {
    directory = try TemporaryFolder()
    store = try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
  }

  private func append() throws {
    clock.advance(by: 1)
    try store.buy("rice", shelf: nil)
  }

  private func absorb(_ peer: inout Peer) throws {
    clock.advance(by: 1)
    let event = PantryEvent.bought(PantryItem(name: "oats", amount: 1))
    try store.absorb(peer.message([.pantry(event, UUID())], at: HybridTime(clock.now)))
  }

  /// The numbers of the transactions that have a row.
  private func rows() throws -> [UInt64] {
    try store.read { reader in
      var numbers: [UInt64] = []
      try reader.log.everyRow(of: reader.log.tables.dots) {
        numbers.append(try DotRun($0, $1, reader.log).number)
      }
      return numbers.sorted()
    }
  }

  /// Finds every dot of the log, and compares the newest of each replica with what the log says.
  private func check() throws {
    try store.read { reader in
      let log = reader.log
      var newest: [UInt32: UInt64] = [:]
      var cursor = try log.transaction.cursor(log.tables.transactions)
      while try cursor.next() {
        let (number, record) = (cursor.key, try log.existing(cursor.key))
        #expect(try log.number(replica: record.replica, sequence: record.sequence) == number)
        newest[record.replica] = record.sequence
      }
      for (replica, sequence) in newest {
        #expect(try log.newestSequence(replica) == sequence)
        #expect(try log.number(replica: replica, sequence: sequence + 1) == nil)
        #expect(try log.number(replica: replica, sequence: .max) == nil)
      }
    }
    #expect(try store.verify().isSound)
  }

  @Test func `a store that writes alone has one row`() throws {
    for _ in 1...20 { try append() }
    #expect(try rows() == [1])
    try check()
  }

  @Test func `a run begins where another replica was before`() throws {
    var (ada, ben) = (Peer(), Peer())
    for _ in 1...3 { try append() }
    for _ in 1...9 { try absorb(&ada) }
    try absorb(&ben)
    try append()
    try absorb(&ada)
    for _ in 1...2 { try append() }
    #expect(try rows() == [1, 4, 13, 14, 15, 16])
    try check()
  }

  @Test func `a purge lets the run begin behind it, and keeps the newest of each replica`() throws {
    var ada = Peer()
    for _ in 1...4 { try append() }
    for _ in 1...3 { try absorb(&ada) }
    let token = try store.read { try $0.token() }
    for _ in 1...5 { try append() }
    try store.purge(before: token)
    let purged = try store.read { try $0.purged() }
    #expect(purged == 7)
    #expect(try rows() == [7, 8])
    #expect(try store.read { try $0.log.newestSequence(2) } == 3)
    #expect(try store.read { try $0.log.number(replica: 1, sequence: 2) } == nil)
    try check()
    try absorb(&ada)
    #expect(try rows() == [7, 8, 13])
    try check()
  }

  @Test(arguments: [0xD07_0001, 0xD07_0002, 0xD07_0003] as [UInt64])
  func `every dot is found in whatever order replicas write and the log is purged`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var peers = [Peer(), Peer(), Peer()]
    for _ in 1...60 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<3: for _ in 0..<Int.random(in: 1...9, using: &generator) { try append() }
      case 3..<11:
        let peer = Int.random(in: 0..<3, using: &generator)
        for _ in 0..<Int.random(in: 1...5, using: &generator) { try absorb(&peers[peer]) }
      default:
        let last = try store.read { try $0.token() }.number
        guard last > 1 else { continue }
        let number = UInt64.random(in: 1..<last, using: &generator)
        let token = History.Token(store: store.id, transaction: number)
        if number > (try store.read { try $0.purged() }) { try store.purge(before: token) }
      }
    }
    try check()
  }
}
