import Daybook
import Foundation
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Commits of other processes, as those who wait for them see them.
@Suite(.tags(.crash)) struct NoticeTests {
  /// What may lie between a commit there and the value here, where `make crash` asks: then it has
  /// the machine to itself.
  static let limit: UInt64? = Environmental.number("DAYBOOK_KILLS").map { _ in 100_000_000 }

  @Test func `a commit of another process wakes a following loop`() async throws {
    try await withTaskExecutorPreference(OwnThread()) { try await measure() }
  }

  private func measure() async throws {
    let directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    let victim = try Victim("append-later", at: directory.path)
    #expect(victim.lines(through: "ready").last == "ready")
    let transactions = store.history.transactions().follow
    var late: [UInt64] = []
    var iterator = transactions.makeAsyncIterator()
    for number in 1...20 as ClosedRange<UInt64> {
      victim.say("go")
      let found = try await iterator.next()
      let noticed = DispatchTime.now().uptimeNanoseconds
      #expect(found?.number == number)
      late.append(noticed - min(noticed, try committed(victim)))
    }
    _ = victim.end()
    // Some may be held up by what else the machine does, most may not.
    if let limit = Self.limit { #expect(late.sorted()[10] < limit, "\(late)") }
  }

  @Test func `a commit of another process evaluates observed values`() async throws {
    let directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    let victim = try Victim("append-later", at: directory.path)
    #expect(victim.lines(through: "ready").last == "ready")
    let values = store.values { try $0.token().number }.makeAsyncIterator()
    #expect(try await values.next() == 0)
    for number in 1...3 as ClosedRange<UInt64> {
      victim.say("go")
      #expect(try await values.next() == number)
    }
    _ = victim.end()
  }

  /// When the other process says that it had committed.
  private func committed(_ victim: Victim) throws -> UInt64 {
    let line = try #require(victim.lines(through: "at").last)
    return try #require(UInt64(line.split(separator: " ")[1]))
  }
}

/// Runs tasks on a thread of its own, so that other tests' work does not delay what is measured.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "own thread", qos: .userInteractive)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
