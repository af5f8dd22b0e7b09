internal import LMDB

/// Which entities give what to the rows of a view, and which would and do not count, as one commit
/// has left them.
///
/// ```swift
/// let why = try await store.contributions(to: GramsByAisle.name)
/// for given in try why.contributions(to: key, limit: 100) { print(given.kind, given.entity) }
/// ```
/// A handler is a function of the change alone, so what it leaves on an empty table for one entity
/// is that entity's share. All of it is in a private copy of the store, whose files go when the
/// process ends or the last reference goes: the store itself is neither read nor held up any more,
/// and is the same however long this is kept.
public final class ViewContributions: Sendable {
  /// The name of the view.
  public let view: String
  /// The place in the history that it is of.
  public let token: History.Token
  let copy: EventStore
  let table: Table<LexicalOrder>

  init(_ view: String, _ token: History.Token, _ copy: EventStore, _ table: Table<LexicalOrder>) {
    self.view = view
    self.token = token
    self.copy = copy
    self.table = table
  }

  /// Reads the store as it was: rows of the view, entities and history.
  ///
  /// - Throws: what `body` throws.
  public func read<R>(_ body: (borrowing Reader) throws -> R) throws -> R { try copy.read(body) }

  /// The entities that give to a row, in order of their kinds and ids: those after one, at most
  /// `limit`. O(log n + limit).
  ///
  /// - Parameters:
  ///   - key: the row's key, which need not be there.
  ///   - table: the name of the table; nil for the first one.
  ///   - last: the place of the last one of the page before (``Contribution/place``).
  ///   - limit: how many at most.
  /// - Throws: `StoreError.notInSchema` for a table that the view does not have; `damaged`.
  public func contributions(
    to key: [UInt8], table: String? = nil, after last: [UInt8]? = nil, limit: Int
  ) throws -> [Contribution] {
    try copy.read { reader in
      try rows(.gives, key, table, after: last, limit, reader).map { found in
        Contribution(
          kind: try reader.log.name(found.entity.kind)?.text ?? "", entity: found.entity.id,
          row: found.row, isShare: !found.isNoShare, place: found.entity.withBytes { [UInt8]($0) })
      }
    }
  }

  /// The entities that would give to a row and do not count, in the same order.
  ///
  /// An entity that gives something else by now, such as a feed that was moved to another day, is
  /// not among them.
  ///
  /// - Throws: as `contributions`.
  public func omissions(
    of key: [UInt8], table: String? = nil, after last: [UInt8]? = nil, limit: Int
  ) throws -> [Omission] {
    try copy.read { reader in
      try rows(.absent, key, table, after: last, limit, reader).map {
        try omission($0, reader)
      }
    }
  }

  /// The entities that the projection has left out because it threw, in the same order: nobody
  /// knows to which rows they belong.
  ///
  /// - Throws: `StoreError.damaged`.
  public func leftOut(after last: [UInt8]? = nil, limit: Int) throws -> [Omission] {
    try copy.read { reader in
      try scan(ContributionRow.leftOut, after: last, limit, reader) { _ in true }
        .map { try omission($0, reader) }
    }
  }

  // MARK: Parts

  private func omission(
    _ found: ContributionRow, _ reader: borrowing Reader
  ) throws -> Omission {
    let reason: Omission.Reason =
      switch found.reason {
      case .takenBack: .takenBack
      case .void: .void
      case .deleted: .deleted
      case .merged: .merged
      case .hidden: .hidden
      case .leftOut, nil: .leftOut(found.message)
      }
    return Omission(
      kind: try reader.log.name(found.entity.kind)?.text ?? "", entity: found.entity.id,
      row: found.row, reason: reason,
      transaction: try found.transaction == 0 ? nil : reader.transaction(found.transaction),
      place: found.entity.withBytes { [UInt8]($0) })
  }

  /// What is known of a row of the view.
  private func rows(
    _ sort: ContributionRow.Sort, _ key: [UInt8], _ table: String?, after last: [UInt8]?,
    _ limit: Int, _ reader: borrowing Reader
  ) throws -> [ContributionRow] {
    let place = try reader.table(table, ofView: view).place
    // Another key may have the same hash.
    return try scan(
      ContributionRow.prefix(sort, table: place, key: key), after: last, limit, reader
    ) { $0.key == key }
  }

  func scan(
    _ prefix: [UInt8], after last: [UInt8]?, _ limit: Int, _ reader: borrowing Reader,
    where isMeant: (ContributionRow) -> Bool
  ) throws -> [ContributionRow] {
    var range = KeyRange()
    range.begin(with: prefix)
    if let last { range.start(after: last) }
    var found: [ContributionRow] = []
    if limit <= 0 || range.isEmpty { return found }
    try reader.log.transaction.scan(table, range, reversed: false) { name, bytes in
      if let row = try ContributionRow(name, bytes), isMeant(row) { found.append(row) }
      return found.count < limit
    }
    return found
  }
}
