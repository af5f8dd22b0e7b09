/// Which rows of a projection you want, and in which order.
///
/// ```swift
/// let newest = ItemsByDay.where(list).from(monday).before(sunday).descending.limit(3)
/// let rows = try store.read { try $0.rows(newest) }
/// ```
/// Making one reads nothing; you can read it many times. Reading costs O(log n) to start, wherever
/// that is, then O(1) a row.
///
/// `Rest` is the type of the key's remaining parts, those that ``where(_:)`` and the bounds take
/// next.
public struct ViewQuery<
  P: Projection, Key: OrderedKey, Row: PayloadCodable, Rest: OrderedKey
>: Sendable {
  @usableFromInline let table: ViewTable<Key, Row>
  @usableFromInline var range: KeyRange
  @usableFromInline var isDescending: Bool
  @usableFromInline var maximum: Int

  @inlinable
  init(
    _ table: ViewTable<Key, Row>, range: KeyRange = KeyRange(), isDescending: Bool = false,
    maximum: Int = .max
  ) {
    self.table = table
    self.range = range
    self.isDescending = isDescending
    self.maximum = maximum
  }

  /// The same rows from the last key to the first, or back again.
  @inlinable
  public var descending: Self {
    var query = self
    query.isDescending.toggle()
    return query
  }

  /// At most this many of the rows, from where reading starts.
  @inlinable
  public func limit(_ count: Int) -> Self {
    precondition(count >= 0, "the limit of a query is \(count); it counts from 0")
    var query = self
    query.maximum = min(maximum, count)
    return query
  }

  /// The rows that follow the one with this key, in the order of reading: the next page.
  ///
  /// The key need not be there any more. A later page costs what the first one did.
  @inlinable
  public func after(key: Key) -> Self { changed { $0.goOn(after: key.keyBytes) } }

  /// The rows whose remaining key parts are this or greater.
  @inlinable
  public func from(_ rest: Rest) -> Self { changed { $0.start(at: rest.keyBytes) } }

  /// The rows whose remaining key parts are greater than this.
  @inlinable
  public func after(_ rest: Rest) -> Self { changed { $0.start(after: rest.keyBytes) } }

  /// The rows whose remaining key parts are less than this.
  @inlinable
  public func before(_ rest: Rest) -> Self { changed { $0.end(before: rest.keyBytes) } }

  /// The rows whose remaining key parts are this or less.
  @inlinable
  public func through(_ rest: Rest) -> Self { changed { $0.end(with: rest.keyBytes) } }

  @inlinable
  func changed(_ body: (inout KeyRange) -> Void) -> Self {
    var query = self
    body(&query.range)
    return query
  }
}

extension ViewQuery: Hashable {
  public static func == (one: Self, other: Self) -> Bool {
    one.table.index == other.table.index && one.range == other.range
      && one.isDescending == other.isDescending && one.maximum == other.maximum
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(table.index)
    hasher.combine(range)
    hasher.combine(isDescending)
    hasher.combine(maximum)
  }
}

extension ViewQuery where Rest: CompositeKey {
  /// The rows whose next part is this.
  @inlinable
  public func `where`(_ part: Rest.First) -> ViewQuery<P, Key, Row, Rest.Rest> {
    var range = range
    range.begin(with: part.keyBytes)
    return ViewQuery<P, Key, Row, Rest.Rest>(
      table, range: range, isDescending: isDescending, maximum: maximum)
  }

  /// The rows whose next part is this or greater.
  @inlinable
  public func from(_ part: Rest.First) -> Self { changed { $0.start(at: part.keyBytes) } }

  /// The rows whose next part is greater than this.
  @inlinable
  public func after(_ part: Rest.First) -> Self { changed { $0.start(after: part.keyBytes) } }

  /// The rows whose next part is less than this.
  @inlinable
  public func before(_ part: Rest.First) -> Self { changed { $0.end(before: part.keyBytes) } }

  /// The rows whose next part is this or less.
  @inlinable
  public func through(_ part: Rest.First) -> Self { changed { $0.end(with: part.keyBytes) } }
}

extension ViewQuery where Rest: CompositeKey, Rest.Rest: CompositeKey {
  /// The rows whose next two parts are these.
  @inlinable
  public func `where`(
    _ part: Rest.First, _ next: Rest.Rest.First
  ) -> ViewQuery<P, Key, Row, Rest.Rest.Rest> {
    self.where(part).where(next)
  }
}

extension ViewQuery where Rest == String {
  /// The rows whose text begins with this, compared by UTF-8 bytes; case matters.
  @inlinable
  public func beginning(with text: String) -> Self {
    changed { $0.begin(withText: text) }
  }
}

extension ViewQuery where Rest: CompositeKey, Rest.First == String {
  /// The rows whose next part begins with this text, compared by UTF-8 bytes; case matters.
  @inlinable
  public func beginning(with text: String) -> Self {
    changed { $0.begin(withText: text) }
  }
}
