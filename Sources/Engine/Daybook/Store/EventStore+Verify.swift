internal import LMDB

extension EventStore {
  /// Checks every page of the file, every checksum, the log against itself, the entities against a
  /// fold of the log, each projection against a build from those entities, whether folds and
  /// projections leave nothing out, and the content of each attachment.
  ///
  /// Reads everything and writes nothing; appends wait meanwhile (about a second for 100,000
  /// events). It does not read damaged pages, because LMDB would end the process.
  ///
  /// - Parameter progress: called with each check when it has ended, on the thread that checks.
  /// - Throws: a `StoreError`; `CancellationError` when the task was cancelled between two checks.
  public func verify(
    progress: @escaping @Sendable (Verification.Check) -> Void = { _ in }
  ) async throws -> Verification {
    try await OwnThread.value { check in
      try self.verify { last in
        if let last { progress(last) }
        try check()
      }
    }
  }

  /// The blocking twin of the asynchronous `verify`.
  @available(*, noasync)
  public func verify() throws -> Verification {
    checkMayWait(in: "verify")
    return try verify { _ in }
  }

  /// - Parameter step: called with what the last check found, before the next; throws to end.
  private func verify(
    _ step: @escaping @Sendable (Verification.Check?) throws -> Void
  ) throws -> Verification {
    try step(nil)
    let pages = try withEnvironment { environment in
      var pages = Verification()
      try pages.check("pages", .log) {
        try environment.checkPages()
        return "every page in use is sound"
      }
      return pages
    }
    try step(pages.checks.last)
    guard pages.ok else { return pages }
    var result = try verify(pages, step)
    // Without the writer: there may be gigabytes. What cannot be read was found before.
    if let references = try? attachments.references(), !references.values.isEmpty {
      try result.check("attachments", .attachment) { try attachments.verify(references) }
      try step(result.checks.last)
    }
    return result
  }

  private func verify(
    _ pages: Verification, _ step: @escaping @Sendable (Verification.Check?) throws -> Void
  ) throws -> Verification {
    try inspect { scope in
      var result = pages
      func note(
        _ name: String, _ part: Verification.Part, _ body: () throws -> String
      ) throws {
        try result.check(name, part, body)
        try step(result.checks.last)
      }
      result.events = UInt64(try scope.reading.statistics(scope.tables.events).rows)
      result.transactions = UInt64(
        try scope.reading.statistics(scope.tables.transactions).rows)
      try CatchUp.recover(&scope, limit: StepLimit.none)
      return try scope.remembering { scope in
        var verifier = Verifier(trial: try TrialBuild(&scope))
        defer { verifier.trial.end() }
        try note("events", .log) { try verifier.events(&scope) }
        try note("transactions", .log) { try verifier.transactions(&scope) }
        for index in scope.context.settings.indexes {
          try note(index.name, .derived) { try index.check(scope) }
        }
        try note("entities", .derived) { try verifier.entities(&scope) }
        for check in StoreCheck.all {
          try note(check.name, check.part) { try check.run(scope, &verifier) }
        }
        for projection in scope.projections {
          try note(projection.name, .view) { try verifier.projection(projection, &scope) }
        }
        try note("left out", .schema) {
          let items = try scope.quarantinedItems()
          guard let first = items.first else { return "nothing" }
          throw LeftOut(count: items.count, first: first)
        }
        return result
      }
    }
  }
}

/// Something is in quarantine.
private struct LeftOut: Error, CustomStringConvertible {
  let count: Int
  let first: QuarantinedItem

  var description: String {
    "\(count.counted("is", "are")) in quarantine, the first of \(first.kind) "
      + "\(first.entity): \(first.error)"
  }
}
