package import Daybook

/// The counters of each board, and what they come to.
package struct Boards: Projection {
  package static let name = "crash.boards"
  package static let members = ViewTable<MemberKey, BoardTotal>("members", at: 0)
  package static let totals = ViewTable<String, BoardTotal>("totals", at: 1)
  package static let tables: [any AnyViewTable] = [members, totals]

  package var parameters: String
  /// Told of every change that is taken in, to count them.
  private let observer: @Sendable () -> Void

  package init(parameters: String = "", observer: @escaping @Sendable () -> Void = {}) {
    self.parameters = parameters
    self.observer = observer
  }

  package func register(_ handlers: inout ChangeHandlers) {
    let observer = observer
    handlers.on(Counter.self) { change, rows in
      observer()
      try rows.replace(
        Self.members, old: change.old.map { ($0.state.key(change.id.rawValue), $0.state.total) },
        new: change.new.map { ($0.state.key(change.id.rawValue), $0.state.total) })
      if let old = change.old?.state {
        try rows.update(Self.totals, old.board) { $0 = ($0 ?? BoardTotal()).less(old) }
      }
      if let new = change.new?.state {
        try rows.update(Self.totals, new.board) { $0 = ($0 ?? BoardTotal()).plus(new) }
      }
    }
  }

  /// A schema with the counters and this projection.
  package var schema: Schema { Schema().entity(Counter.self).projection(self) }
}

extension Counter {
  package var total: BoardTotal { BoardTotal(counters: 1, sum: value) }

  package func key(_ id: UUID) -> MemberKey { MemberKey(board: board, id: id) }
}

/// The key of a counter's row.
package struct MemberKey: OrderedKey, Hashable {
  package var board: String
  package var id: UUID

  package init(board: String, id: UUID) {
    self.board = board
    self.id = id
  }

  package init(from reader: inout KeyReader) throws {
    board = try reader.string()
    id = try reader.uuid()
  }

  package func encode(into writer: inout KeyWriter) {
    writer.string(board)
    writer.uuid(id)
  }
}

/// How many counters a board has and the sum of their values.
package struct BoardTotal: PayloadCodable, Equatable {
  package var counters: Int64
  package var sum: Int64

  package init(counters: Int64 = 0, sum: Int64 = 0) {
    self.counters = counters
    self.sum = sum
  }

  package init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: counters = try reader.int()
      case 2: sum = try reader.int()
      default: break
      }
    }
  }

  package func encode(into writer: inout PayloadWriter) {
    writer.int(1, counters)
    writer.int(2, sum)
  }

  package func plus(_ counter: Counter) -> BoardTotal {
    BoardTotal(counters: counters + 1, sum: sum + counter.value)
  }

  package func less(_ counter: Counter) -> BoardTotal? {
    counters == 1 ? nil : BoardTotal(counters: counters - 1, sum: sum - counter.value)
  }
}
