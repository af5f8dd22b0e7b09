/// What a store holds of a view, whoever keeps it.
public struct StoredView: Sendable, Hashable {
  /// How far the rows are.
  public enum State: String, Sendable, Hashable {
    /// They are those of the newest transaction.
    case live
    /// A program has written that does not keep them; who does brings them up to date.
    case behind
    /// There are none yet: they are being built.
    case building
    /// There are none: they were dropped, or never built.
    case dropped
  }

  /// A table of the view.
  public struct Table: Sendable, Hashable {
    /// Its name in the projection.
    public let name: String
    /// The type of its keys.
    public let key: KeyShape
    /// The name of the type of its rows.
    public let row: String
    /// How many rows it has.
    public let rows: Int
    /// Bytes of the pages that it takes.
    public let bytes: Int
  }

  /// The stable name of the projection.
  public let name: String
  /// The revision that made the rows.
  public let revision: Int
  /// The parameters that they were made with; those of rows that were dropped.
  public let parameters: String
  /// How far they are.
  public let state: State
  /// The fingerprint of the rows.
  public let digest: Digest
  /// How many entities the projection has left out because it threw.
  public let quarantined: Int
  /// The process that built the rows, from `StoreOptions.process`; nil when it has no name.
  public let process: String?
  /// Whether the schema of this store keeps these rows.
  public let isOwn: Bool
  /// The tables of the rows that are there, in the order of the projection.
  public let tables: [Table]
}

extension StoredView {
  init(
    _ view: RememberedViews.View, _ state: ProjectionState, newest: UInt64, tables: [Table]
  ) {
    let definition = view.definition
    name = definition.name
    let isBuilt = !definition.isLive && definition.buildFingerprint != nil
    revision = Int(clamping: isBuilt ? definition.buildRevision : definition.revision)
    parameters = definition.lastParameters ?? ""
    process = isBuilt ? definition.buildProcess : definition.process
    if definition.isLive {
      self.state = state.live.transaction == newest ? .live : .behind
    } else {
      self.state = isBuilt ? .building : .dropped
    }
    digest = definition.isLive ? state.live.digest : Digest()
    quarantined = definition.isLive ? Int(clamping: state.live.quarantined) : 0
    isOwn = view.isOwn
    self.tables = tables
  }
}

extension StoredView.Table {
  init(_ table: RememberedViews.OpenTable, rows: Int, bytes: Int) {
    name = table.name
    key = table.key
    row = table.row
    self.rows = rows
    self.bytes = bytes
  }
}
