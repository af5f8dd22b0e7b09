internal import LMDB

/// A type of event that the log may hold and the schema does not know.
public struct UnknownType: Sendable, Hashable {
  /// The kind of entity it is about.
  public let kind: String
  /// Name and version.
  public let type: EventType
  /// How many events of it the log holds.
  public let events: Int
}

extension EventStore {
  /// The types of events in the log that the schema cannot fold.
  ///
  /// They are kept byte for byte and folded as soon as a schema knows them. O(n) for n events when
  /// there is such a type, else O(1).
  public func unknownTypes() throws -> [UnknownType] {
    try inspect { scope in
      var counts: [UInt32: Int] = [:]
      for (index, name) in scope.names.all.enumerated()
      where name.sort == Names.Sort.eventType.rawValue && name.kind != 0
        && name.kind != scope.rules?.kind
      {
        let number = UInt32(index + 1)
        let kind = scope.kind(name.kind)
        if kind?.events.contains(number) != true { counts[number] = 0 }
      }
      guard !counts.isEmpty else { return [] }
      let read: BorrowedTransaction = scope.reading
      var cursor = try read.cursor(scope.tables.events)
      while try cursor.next() {
        let position = cursor.key
        let type = try cursor.value.withUnsafeBytes {
          try EventRecord.read($0, at: position).record.type
        }
        counts[type]? += 1
      }
      return counts.keys.sorted().compactMap { number in
        scope.names[number].map { name in
          UnknownType(
            kind: scope.names[name.kind]?.text ?? "",
            type: EventType(name.text, version: Int(name.version)), events: counts[number] ?? 0)
        }
      }
    }
  }
}
