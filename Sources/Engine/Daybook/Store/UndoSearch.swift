/// Looks for what an author's undo takes back, and what the redo brings back.
struct UndoSearch {
  private enum Verdict { case found, goOn, stop }

  private let log: LogReader
  private let names: Names
  /// The author's name; nil for transactions without one.
  private let name: String?
  /// Its number, 0 for transactions without one; nil when no transaction has the name.
  private let author: UInt32?
  /// The numbers of the replicas of which the transactions without an author count as the author's.
  private let devices: Set<UInt32>
  /// The number of what the log says of the transactions of a move; nil where nothing was moved.
  private let move: UInt32?
  private let newest: UInt64
  private let purged: UInt64

  /// nil when the author has never written, and none of the devices.
  ///
  /// - Parameters:
  ///   - author: whose transactions are looked at, and those that others leave to this undo; nil
  ///     for those without one that were written here, because those of other devices may be
  ///     anybody's.
  ///   - devices: the replicas of which those without an author are the author's, too.
  ///   - newest: the number of the newest transaction.
  ///   - purged: that of the last one that was purged.
  init?(
    _ log: LogReader, author: String?, on devices: [ReplicaID] = [], _ names: Names, newest: UInt64,
    purged: UInt64
  ) throws {
    let wanted: UInt32? =
      if let author {
        names.number(Names.Name(sort: Names.Sort.author.rawValue, text: author))
      } else {
        0
      }
    let known = Set(try devices.compactMap { try log.number(of: $0) })
    if wanted == nil, known.isEmpty { return nil }
    self.log = log
    self.names = names
    self.devices = known
    self.author = wanted
    name = author
    move = names.number(Names.Name(sort: Names.Sort.context.rawValue, text: Departure.context))
    self.newest = newest
    self.purged = purged
  }

  /// The newest transaction that still counts, is no undo and says nothing about the space, and
  /// what counts of its undo group, ascending. It may be final.
  func undoable() throws -> (number: UInt64, group: [UInt64])? {
    var group: [UInt64] = []
    let found = try search { number in
      if try targets(of: number).isUndo || log.isRetracted(number) { return .goOn }
      if try log.isStatement(number, names) { return .goOn }
      // Of a group whose beginning was purged, undo would leave a part.
      guard let all = try log.undoGroup(of: number, newest: newest) else { return .goOn }
      group = try all.filter { try !log.isRetracted($0) }
      return .found
    }
    return found.map { ($0, group) }
  }

  /// The newest undo of something that does not count, unless the author has written since, and
  /// what it took back.
  func redoable() throws -> (undo: UInt64, lost: [UInt64])? {
    var lost: [UInt64] = []
    let undo = try search { number in
      if try log.isRetracted(number) { return .goOn }
      let (targets, isUndo) = try self.targets(of: number)
      if !isUndo { return .stop }
      lost = try self.lost(targets)
      if lost.isEmpty { return .goOn }
      // One that was too large for a transaction is redone as a whole.
      for part in try log.undoGroup(of: number, newest: newest) ?? [] where part != number {
        let (targets, isUndo) = try self.targets(of: part)
        if try isUndo && !log.isRetracted(part) { lost += try self.lost(targets) }
      }
      return .found
    }
    return undo.map { ($0, lost) }
  }

  /// What an undo took back and does not count; taking an undo back is redo, which is not to be
  /// brought back.
  private func lost(_ targets: [UInt64]) throws -> [UInt64] {
    try targets.filter { try !self.targets(of: $0).isUndo && log.isRetracted($0) }
  }

  /// What a transaction takes back, and whether it is an undo.
  ///
  /// A move may do no more than take back by what an entity had left. That is how the entity comes,
  /// so an undo takes it back, and a redo does not bring back the departure.
  private func targets(of number: UInt64) throws -> (targets: [UInt64], isUndo: Bool) {
    let (targets, isUndo) = try log.targets(of: number)
    guard isUndo, let move else { return (targets, isUndo) }
    return (targets, try log.existing(number).context != move)
  }

  /// The newest transaction of the author that `judge` finds, going backwards; nil when it stops.
  private func search(_ judge: (UInt64) throws -> Verdict) throws -> UInt64? {
    var number = newest
    while number > purged {
      if try isOfAuthor(number) {
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

  /// Whether the author's undo is the one that takes a transaction back.
  private func isOfAuthor(_ number: UInt64) throws -> Bool {
    let record = try log.existing(number)
    let isRemote = record.flags & TransactionRecord.isRemote != 0
    if name == nil, isRemote { return false }
    let isOnDevice = devices.contains(record.replica)
    guard record.flags & TransactionRecord.hasUndoAuthor != 0 else {
      return record.author == author || record.author == 0 && isOnDevice
    }
    let text = try log.withTransaction(number) { _, header in
      try TravellingHeader(header, of: number).undoAuthor
    }
    guard let text = text.flatMap(\.self), !text.isEmpty else { return name == nil || isOnDevice }
    return text == name
  }
}
