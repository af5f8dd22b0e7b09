internal import DaybookSnapshot

extension Draft {
  /// Adds the events of an inbox message, once and for all.
  ///
  /// - Returns: whether they were added; false when they were before.
  /// - Throws: `StoreError.notInSchema`, what reading the payload or folding it throws.
  func ingest(_ message: InboxMessage) throws -> Bool {
    if try scope.reader.transaction(ingesting: message.id) != nil { return false }
    scope.stampDraft(message.stampTime(now: scope.draft.time))
    for event in message.events { try scope.append(event) }
    scope.draft.ingested = message.id
    return true
  }
}
