extension EventStore {
  /// Takes back the newest transaction of an author that still counts and is no undo itself.
  ///
  /// Undo is a transaction like any other: it survives a restart, history and observers see it, and on
  /// other replicas it has the same effect. O(t) for t transactions since.
  ///
  /// - Throws: `StoreError.nothingToUndo`, with nothing written.
  @discardableResult
  public func undo(by author: String?) async throws -> History.Token {
    try await append(author: author, context: "undo") { try $0.undo(by: author) }
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// - Throws: `StoreError.nothingToUndo`, with nothing written.
  @discardableResult
  public func redo(by author: String?) async throws -> History.Token {
    try await append(author: author, context: "redo") { try $0.redo(by: author) }
  }

  /// The blocking twin of the asynchronous `undo`.
  @available(*, noasync)
  @discardableResult
  public func undo(by author: String?) throws -> History.Token {
    try append(author: author, context: "undo") { try $0.undo(by: author) }
  }

  /// The blocking twin of the asynchronous `redo`.
  @available(*, noasync)
  @discardableResult
  public func redo(by author: String?) throws -> History.Token {
    try append(author: author, context: "redo") { try $0.redo(by: author) }
  }
}

extension Draft {
  /// Takes back the newest transaction of an author that still counts and is no undo itself.
  ///
  /// - Returns: its local number.
  /// - Throws: `StoreError.nothingToUndo`.
  @discardableResult
  public mutating func undo(by author: String?) throws -> UInt64 {
    let log = session.reader
    let target = try session.newest(by: author) { number in
      try log.retracted(by: number) == nil && !log.isRetracted(number) ? .found : .goOn
    }
    guard let target else {
      throw StoreError(.nothingToUndo, "\(author ?? "nobody") has written nothing to take back")
    }
    try retract(transaction: target)
    return target
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// - Returns: the local number of that undo.
  /// - Throws: `StoreError.nothingToUndo`.
  @discardableResult
  public mutating func redo(by author: String?) throws -> UInt64 {
    let log = session.reader
    let undo = try session.newest(by: author) { number in
      if try log.isRetracted(number) { return .goOn }
      guard let target = try log.retracted(by: number) else { return .stop }
      return try log.retracted(by: target) == nil ? .found : .goOn
    }
    guard let undo else {
      throw StoreError(.nothingToUndo, "\(author ?? "nobody") has taken nothing back since")
    }
    try retract(transaction: undo)
    return undo
  }
}

extension WriteSession {
  enum Verdict { case found, goOn, stop }

  /// The newest transaction of an author that `judge` finds, going backwards; nil when it stops.
  fileprivate func newest(
    by author: String?, _ judge: (UInt64) throws -> Verdict
  ) throws -> UInt64? {
    let wanted = author.flatMap {
      names.number(Names.Name(sort: Names.Sort.author.rawValue, text: $0))
    }
    if author != nil, wanted == nil { return nil }
    var number = heads.transactions
    while number > heads.purged {
      if try reader.existing(number).author == wanted ?? 0 {
        switch try judge(number) {
        case .found: return number
        case .stop: return nil
        case .goOn: break
        }
      }
      number -= 1
    }
    return nil
  }
}

extension LogReader {
  /// The transaction that a transaction takes back; nil when it is no undo, or its target is not here.
  fileprivate func retracted(by number: UInt64) throws -> UInt64? {
    let record = try existing(number)
    guard record.eventCount == 1 else { return nil }
    let event = try payload(record.firstPosition)
    guard let name = try name(event.type), name.kind == 0, name.text == Control.retracted else {
      return nil
    }
    let target = try Control.target(event.bytes)
    guard let replica = try self.number(of: target.replica) else { return nil }
    return try self.number(replica: replica, sequence: target.sequence)
  }
}
