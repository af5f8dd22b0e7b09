import Daybook
import DaybookSnapshot
import Foundation
import Synchronization

/// Everything at once in one process, for some seconds: appends of each durability, reads that
/// compare rows, totals and entities, rebuilds, purges, an inbox and published files.
///
/// Says `size BYTES EVENTS` four times a second, `age COMMITS` when a snapshot was kept for longer
/// than any before, `flaw TEXT` for what is wrong, `did COUNT WORK` for each sort of work at the
/// end, and `finished` after `verify`. The counters are always the same ones, so that what is kept
/// does not grow.
struct Soaking: Sendable {
  let store: EventStore
  let path: String
  let seconds: Double
  private let end: UInt64

  init(store: EventStore, path: String, seconds: UInt64) {
    (self.store, self.path, self.seconds) = (store, path, Double(seconds))
    end = DispatchTime.now().uptimeNanoseconds + seconds * 1_000_000_000
  }

  /// Without readers there are appends, purges and nothing that keeps a snapshot.
  func run(hasReaders: Bool) throws {
    let group = Group()
    let log = Log()
    for lane in 0..<3 as Range<UInt64> {
      loop(group, "appends") { number in
        if !hasReaders {
          try log.grow {
            try purge()
            group.count("purges")
          }
        }
        try append(lane, number)
      }
    }
    if hasReaders { loop(group, "purges", every: 5) { _ in try purge() } }
    loop(group, "measurements", every: 0.25) { _ in
      let statistics = try store.statistics()
      Output.line("size \(statistics.bytes) \(statistics.events)")
    }
    if hasReaders {
      let oldest = Mutex<UInt64>(0)
      loop(group, "reads") { _ in try read() }
      loop(group, "rebuilds", every: 0.5) { _ in try store.rebuild() }
      loop(group, "publications", every: 0.2) { try publish($0) }
      loop(group, "looks at snapshots", every: 0.01) { _ in
        let age = try store.openReads().first?.age ?? 0
        let isRecord = oldest.withLock { oldest in
          defer { oldest = max(oldest, age) }
          return age > oldest
        }
        if isRecord { Output.line("age \(age)") }
      }
    }
    group.wait()
    group.tell()
    for check in try store.verify().checks where !check.isSound {
      Output.line("flaw verify, \(check.name): \(check.detail)")
    }
    Output.line("finished")
  }

  /// Calls `body` with 0, 1, 2 … in a thread until the time is over.
  private func loop(
    _ group: Group, _ work: String, every pause: Double = 0,
    _ body: @escaping @Sendable (Int) throws -> Void
  ) {
    group.enter()
    Thread {
      for number in 0... {
        if DispatchTime.now().uptimeNanoseconds >= end { break }
        do {
          try body(number)
          group.count(work)
        } catch { Output.line("flaw \(error)") }
        if pause > 0 { Thread.sleep(forTimeInterval: pause) }
      }
      group.leave()
    }.start()
  }

  /// The threads, and what they have done.
  private final class Group: Sendable {
    private let threads = DispatchGroup()
    private let counts = Mutex<[String: Int]>([:])

    func enter() { threads.enter() }

    func leave() { threads.leave() }

    func wait() { threads.wait() }

    func count(_ work: String) { counts.withLock { $0[work, default: 0] += 1 } }

    func tell() {
      let counts = counts.withLock { $0 }
      for (work, count) in counts.sorted(by: { $0.key < $1.key }) {
        Output.line("did \(count) \(work)")
      }
    }
  }

  /// How many transactions the log has, if `purge` leaves a thousand.
  private final class Log: Sendable {
    private let transactions = Mutex(0)

    /// Purges at 10,000 transactions, and lets who appends wait for that: the log is never longer,
    /// however busy the machine is.
    func grow(_ purge: () throws -> Void) throws {
      try transactions.withLock { transactions in
        if transactions >= 10_000 {
          try purge()
          transactions = 1000
        }
        transactions += 1
      }
    }
  }

  private func append(_ lane: UInt64, _ number: Int) throws {
    let durability: [Durability] = [.durable, .relaxed, .bulk]
    let value = Int64(number)
    try store.append(author: "lane \(lane)", durability: durability[Int(lane) % 3]) { draft in
      for index in 0..<2 as Range<Int64> {
        let place = UInt8(truncatingIfNeeded: number &* 7 &+ Int(index) &* 31)
        let id = UUID(
          uuid: (UInt8(lane) + 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, place))
        let mark = Mark(value: value, index: index, count: 2)
        try draft.append(Self.event(number, mark), to: id)
      }
    }
    // Durable appends wait for the disk; the others leave the machine some time.
    if lane > 0 { usleep(300) }
  }

  private static func event(_ number: Int, _ mark: Mark) -> CounterEvent {
    switch number % 9 {
    case 0, 1: CounterEvent(.opened, mark, text: "board \(number % 5)")
    case 2: CounterEvent(.closed, mark)
    case 3: CounterEvent(.moved, mark, text: "board \(number % 3)")
    case 4 where number % 450 == 4:
      CounterEvent(.noted, mark, text: String(repeating: "x", count: 6000))
    default: CounterEvent(.added, mark)
    }
  }

  /// Rows, totals and entities of one snapshot agree.
  private func read() throws {
    try store.read { reader in
      let view = try reader.view(Boards.self)
      var totals: [String: BoardTotal] = [:]
      try view.forEach(Boards.members) { key, row in
        guard let counter = try reader.entity(Counter.self, key.id), counter.total == row else {
          Output.line("flaw the row of \(key.id) is not its entity's")
          return true
        }
        totals[key.board] = (totals[key.board] ?? BoardTotal()).plus(counter)
        return true
      }
      let stored = try view.rows(Boards.totals).map { ($0.key, $0.row) }
      if Dictionary(uniqueKeysWithValues: stored) != totals {
        Output.line("flaw the totals are not those of the rows")
      }
    }
    usleep(1000)
  }

  /// Leaves about a thousand transactions.
  private func purge() throws {
    let recent = try store.read { try $0.newestTransactions(limit: 1000) }
    if let oldest = recent.last { try store.purge(before: oldest.token) }
  }

  private func publish(_ number: Int) throws {
    var payload = InboxPayload()
    payload.int(1, Int64(number))
    payload.string(4, "widget")
    let event = InboxEvent(
      CounterEvent.types[0].name, kind: Counter.kind, entity: CounterFiles.counter(number % 5),
      payload: payload.bytes)
    let inbox = InboxFolder(path: "\(path)/inbox")
    try inbox.drop(event)
    try store.ingest(inbox: inbox.path)
    // Short files: what is built holds its snapshot, and the pages that are replaced meanwhile.
    let builder = CounterFiles(lines: 10)
    _ = try SnapshotPublisher(store: store, builder: builder, folder: "\(path)/files").update()
  }
}
