extension EventStore {
  /// Calls `body` with the store as it was after a transaction: entities and every projection.
  ///
  /// Daybook builds a projection from the states at that time when you first read it, and throws
  /// it away afterwards. That takes as long as a rebuild, and appends wait meanwhile. Reading an
  /// entity costs what its own events cost.
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, or what `body` throws.
  public func read<R: Sendable>(
    asOf token: History.Token, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    let readers = readers
    return try inspect { scope in
      let number = try readers.reader(writing: scope.reader, scope.scope).place(token)
      scope.past = try PastStates(number, scope.reader, scope.counters)
      defer { scope.past = nil }
      return try scope.remembering { scope in
        // Safety: the past reader ends within this call, and the scope stays where it is.
        try withUnsafeMutablePointer(to: &scope) { pointer in
          let scope = pointer.pointee.scope
          let reader = readers.reader(writing: pointer.pointee.reader, scope)
          return try body(PastReader(pointer, reader: reader, token: token))
        }
      }
    }
  }

  /// Calls `body` with the store as it was right after the last transaction up to `date`.
  public func read<R: Sendable>(
    asOf date: Date, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    try read(asOf: try read { try $0.token(at: date) }, body)
  }
}
