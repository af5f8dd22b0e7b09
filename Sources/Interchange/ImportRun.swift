internal import Daybook
internal import Foundation
internal import Nursery

/// An import while it runs.
///
/// What is written was decided in a snapshot. Whether it still holds is looked up in each
/// transaction, where nobody else can write: when an entity of the import, or any baby, was touched
/// since, nothing of that transaction is written and the rest is planned anew. So of two imports of
/// the same files at the same time each row is written by one, and the other finds it there.
struct ImportRun {
  /// Events in one transaction, unless they are too large together.
  static let size = 1_000

  let store: EventStore
  let context: String
  let makePlan: (borrowing Reader) throws -> ImportPlan

  /// Writes what is missing, and waits for the disk once, at the end.
  ///
  /// Entries carry the earliest stamp: what a person wrote, whenever, comes after what a file says.
  func run(progress: @Sendable (Int, Int) -> Void) async throws -> ImportReport {
    var written: [ImportReport.Outcome] = []
    while true {
      let (plan, newest) = try store.read { (try makePlan($0), try $0.token().number) }
      var report = plan.report
      report.recount(written)
      if try await write(plan, since: newest, &written, progress) { return report }
      // What was acknowledged in bulk may not be in a snapshot yet.
      try await store.flush()
    }
  }

  /// Writes a plan. Returns false when somebody else has written of the same; `written` tells how
  /// far it came.
  private func write(
    _ plan: ImportPlan, since newest: UInt64, _ written: inout [ImportReport.Outcome],
    _ progress: @Sendable (Int, Int) -> Void
  ) async throws -> Bool {
    let entities = Set(plan.batch.writes.map(\.entity))
    var (rest, newest, size) = (plan.batch.writes[...], newest, Self.size)
    while !rest.isEmpty {
      let chunk = Array(rest.prefix(size))
      let isLast = chunk.count == rest.count
      let known = newest
      do {
        newest = try await store.append(
          context: context, stamp: .distantPast, durability: isLast ? .durable : .bulk
        ) { draft in
          if try draft.hasTouched(entities, since: known) { throw Overtaken() }
          for write in chunk { try write.body(&draft) }
        }.number
      } catch is Overtaken {
        return false
      } catch let error as StoreError where error.code == .tooLarge && chunk.count > 1 {
        // Entries with long notes: as many as fit.
        size = chunk.count / 2
        continue
      }
      (rest, size) = (rest.dropFirst(chunk.count), Self.size)
      written += chunk.compactMap(\.outcome)
      progress(plan.batch.writes.count - rest.count, plan.batch.writes.count)
    }
    return true
  }

  private struct Overtaken: Error {}
}

extension Draft {
  /// Whether transactions after a number, also those that share the commit of this one, have
  /// touched one of some entities or any baby.
  fileprivate func hasTouched(_ entities: Set<UUID>, since number: UInt64) throws -> Bool {
    guard number < newest else { return false }
    for later in number + 1...newest {
      let touched: [(kind: String, id: UUID)]
      do { touched = try now().entities(touchedBy: later) } catch let error as StoreError
        where error.code == .noSuchTransaction
      {
        return true  // It was purged meanwhile.
      }
      if touched.contains(where: { $0.kind == BabyProfile.kind || entities.contains($0.id) }) {
        return true
      }
    }
    return false
  }
}

extension ImportReport {
  /// Counts what earlier plans of this import have written, and this one found there.
  fileprivate mutating func recount(_ written: [Outcome]) {
    for outcome in written {
      switch outcome {
      case .imported: imported += 1
      case .refined: refined += 1
      case .unchanged: continue
      }
      unchanged = max(0, unchanged - 1)
    }
  }
}
