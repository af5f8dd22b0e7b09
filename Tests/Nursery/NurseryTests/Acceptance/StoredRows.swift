import Foundation
import LMDB

@testable import Daybook

/// Every row of a store's file: of the log, the entities, the indexes and the views.
enum StoredRows {
  /// Tables whose keys are numbers.
  private static let numbered: Set = ["events", "transactions", "names", "replicas", "summaries"]

  /// How many rows of each table `write` put in, changed or took out.
  ///
  /// The commits before and after are read from beginning to end, so nothing is left out.
  static func changed(_ store: EventStore, by write: () throws -> Void) throws -> [String: Int] {
    let before = try store.environment.environment.beginRead()
    try write()
    let after = try store.environment.environment.beginRead()
    var changed: [String: Int] = [:]
    for name in try after.tableNames() {
      let count = try rows(name, before, after)
      if count > 0 { changed[name] = count }
    }
    return changed
  }

  private static func rows(
    _ name: String, _ before: borrowing ReadTransaction, _ after: borrowing ReadTransaction
  ) throws -> Int {
    guard let table = try before.table(name, LexicalOrder.self) else { return 0 }
    var old = try before.cursor(table)
    var new = try after.cursor(table)
    var (hasOld, hasNew) = (try old.next(), try new.next())
    var count = 0
    while hasOld || hasNew {
      let order =
        hasOld && hasNew
        ? compare(old.key, new.key, isNumber: numbered.contains(name)) : hasOld ? -1 : 1
      if order != 0 || compare(old.value, new.value, isNumber: false) != 0 { count += 1 }
      if order <= 0 { hasOld = try old.next() }
      if order >= 0 { hasNew = try new.next() }
    }
    return count
  }

  /// Less than, equal to or more than zero, as the first comes before, is or comes after the other.
  private static func compare(_ a: RawSpan, _ b: RawSpan, isNumber: Bool) -> Int {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress else {
          return a.count - b.count
        }
        if first == second, a.count == b.count { return 0 }
        if isNumber {
          let (one, other) = (
            first.loadUnaligned(as: UInt64.self), second.loadUnaligned(as: UInt64.self)
          )
          return one == other ? 0 : one < other ? -1 : 1
        }
        let order = memcmp(first, second, min(a.count, b.count))
        return order == 0 ? a.count - b.count : Int(order)
      }
    }
  }
}
