import BenchSupport
import Daybook
import Foundation
import Nursery

/// What the newest page of the history costs, whatever lies behind it.
enum HistoryRuns {
  /// How often a page is read, so that what one reading costs by chance does not matter.
  private static let pages = 20

  private static func open(_ path: String) throws -> EventStore {
    var options = StoreOptions()
    options.mapSize = 1 << 32
    return try EventStore.open(
      at: path, schema: Schema().entity(DiaperChange.self), options: options)
  }

  /// Appends one small event a transaction, without projections.
  ///
  /// Zoe writes the first, Eve every twentieth from the last on, Ada the others.
  static func append(_ path: String, transactions: Int) throws -> Timing {
    let store = try open(path)
    let ids = (0..<1000).map { _ in UUID() }
    return try Timing.of(transactions) {
      for number in 1...transactions {
        let isEves = (transactions - number).isMultiple(of: 20)
        let author = number == 1 ? "Zoe" : isEves ? "Eve" : "Ada"
        let change = DiaperChange(time: Date(timeIntervalSince1970: Double(number)), wet: true)
        try store.append(author: author, durability: .bulk) { draft in
          try draft.append(DiaperEvent.recorded(change), to: ids[number % ids.count])
        }
      }
      try store.flush()
    }
  }

  /// Reads the newest fifty transactions, or those that a filter wants.
  static func page(_ path: String, where filter: History.Filter = .all) throws -> Timing {
    let store = try open(path)
    let newest = store.history.transactions(limit: 50, order: .newestFirst, where: filter)
    // The first reading learns the names.
    var found = try newest.all().count
    let timing = try Timing.of(pages) {
      for _ in 0..<pages { found = try newest.all().count }
    }
    precondition(found > 0)
    return timing
  }
}
