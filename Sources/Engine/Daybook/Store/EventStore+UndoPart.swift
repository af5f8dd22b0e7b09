extension EventStore {
  /// Writes an undo in as many transactions as it takes, which one redo brings back.
  ///
  /// - Parameter first: takes back what the first of them has room for.
  /// - Throws: what `first` throws, with nothing written; an error of a later one leaves the save
  ///   taken back in part, and the next undo goes on.
  @available(*, noasync)
  package func undo(
    by author: String?, context: String = "undo",
    _ first: @escaping @Sendable (inout Draft) throws -> UndoPart
  ) throws -> [UndoPart] {
    var parts = [try write(author: author, context: context, first)]
    while let last = parts.last, last.rest > 0, let start = parts[0].token {
      parts.append(
        try write(author: author, context: context) {
          try $0.undoPart(after: last, in: start.transaction)
        })
    }
    return parts
  }

  /// The asynchronous twin.
  func undo(
    by author: String?, _ first: @escaping @Sendable (inout Draft) throws -> UndoPart
  ) async throws -> [UndoPart] {
    var parts = [try await write(author: author, context: "undo", first)]
    while let last = parts.last, last.rest > 0, let start = parts[0].token {
      parts.append(
        try await write(author: author, context: "undo") {
          try $0.undoPart(after: last, in: start.transaction)
        })
    }
    return parts
  }
}
