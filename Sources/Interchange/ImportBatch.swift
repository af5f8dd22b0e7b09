internal import Daybook
internal import Foundation

/// What is to be appended, in transactions of a bounded size.
struct ImportBatch: Sendable {
  /// One event, and what it counts as.
  struct Write: Sendable {
    let entity: UUID
    /// Nil for what no row of its own asks for.
    let outcome: ImportReport.Outcome?
    let body: @Sendable (inout Draft) throws -> Void
  }

  private(set) var writes: [Write] = []

  mutating func add(
    _ entity: UUID, _ outcome: ImportReport.Outcome?,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) {
    writes.append(Write(entity: entity, outcome: outcome, body: body))
  }
}

/// What an import is going to write, by what the store held at one moment.
struct ImportPlan: Sendable {
  var report: ImportReport
  var batch: ImportBatch
}
