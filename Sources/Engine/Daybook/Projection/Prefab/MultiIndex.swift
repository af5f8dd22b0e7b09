/// A projection with several rows of an entity, one for each of its terms: tags, or words to search
/// for.
///
/// ```swift
/// struct GroceryWords: MultiIndex {
///   static let name = "groceries.words"
///   static func terms(_ item: Stamped<Grocery>) -> [String] {
///     item.name.lowercased().split(separator: " ").map(String.init)
///   }
/// }
/// ```
/// `GroceryWords.all.beginning(with: "toma")` finds the entities with a word that begins with this.
/// A term that is there twice counts once. Declare `row(_:)` too for what a list of hits shows.
///
/// Both must depend on their argument alone, and changing what they mean needs another `revision`.
/// An edit writes the rows of the terms that came or went. Terms and id have at most 511 bytes
/// together; an append with a longer one throws `refusedByView`.
public protocol MultiIndex: TableProjection where Key == Key2<Term, ID<Subject>> {
  /// The entities that have rows.
  associatedtype Subject: Entity
  /// The type of their terms.
  associatedtype Term: OrderedKey
  associatedtype Row = Empty

  /// The terms that lead to an entity.
  static func terms(_ entity: Stamped<Subject>) -> [Term]

  /// The row of each of its terms.
  static func row(_ entity: Stamped<Subject>) -> Row
}

extension MultiIndex where Row == Empty {
  @inlinable
  public static func row(_ entity: Stamped<Subject>) -> Empty { Empty() }
}

extension MultiIndex {
  @inlinable
  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Subject.self) { change, rows in
      let old = change.old.map { Self.terms($0) } ?? []
      let new = change.new.map { Self.terms($0) } ?? []
      let wantsKept = Row.self != Empty.self
      if let few = TermDifference.few(from: old, to: new, wantsKept: wantsKept) {
        try Self.replace(few, old, new, change, &rows)
      } else {
        try Self.replace(TermDifference.many(from: old, to: new), old, new, change, &rows)
      }
    }
  }

  /// Takes out the rows of the terms that went, puts in those of the ones that came, and changes
  /// the others.
  @inlinable @inline(__always)
  static func replace<Places>(
    _ terms: TermDifference<Places>, _ old: [Term], _ new: [Term],
    _ change: EntityChange<Subject>, _ rows: inout Rows
  ) throws {
    let id = change.id
    let oldRow = change.old.map { row($0) }
    let newRow = change.new.map { row($0) }
    if let oldRow {
      for place in terms.gone {
        try rows.replace(Self.rows, old: (Key2(old[place], id), oldRow), new: nil)
      }
    }
    guard let newRow else { return }
    for place in terms.come {
      try rows.replace(Self.rows, old: nil, new: (Key2(new[place], id), newRow))
    }
    guard let oldRow, Row.self != Empty.self else { return }
    for place in terms.kept {
      let key = Key2(new[place], id)
      try rows.replace(Self.rows, old: (key, oldRow), new: (key, newRow))
    }
  }
}
