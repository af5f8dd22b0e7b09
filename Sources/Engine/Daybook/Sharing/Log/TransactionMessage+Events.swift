extension TransactionMessage.Event {
  /// The transaction that the event takes back; nil when it is no retraction.
  ///
  /// - Throws: `StoreError.invalidArgument` for a retraction that names none.
  func retractionTarget() throws -> Dot? {
    guard kind == nil, version == Control.retractedVersion, name == Control.retracted else {
      return nil
    }
    return try payload.withUnsafeBytes { try Control.target($0) }
  }
}
