package import Daybook

/// A counter on a board: the one entity of the crash tests.
package struct Counter: Entity {
  package static let kind = "crash.counter"
  /// What names a transaction is about no counter.
  package static let takesEventsBeforeCreation = true

  package var board: String
  package var value: Int64
  package var isDeleted = false

  package init(board: String, value: Int64) {
    self.board = board
    self.value = value
  }

  package init(from reader: inout PayloadReader) throws {
    self.init(board: "", value: 0)
    while let field = try reader.next() {
      switch field {
      case 1: board = try reader.string()
      case 2: value = try reader.int()
      case 3: isDeleted = try reader.bool()
      default: break
      }
    }
  }

  package func encode(into writer: inout PayloadWriter) {
    writer.string(1, board)
    writer.int(2, value)
    if isDeleted { writer.bool(3, true) }
  }

  package static func fold(_ state: inout Self?, _ event: CounterEvent) throws {
    state = event.applied(to: state)
  }
}

/// What every event says of its transaction, so that half a transaction shows.
package struct Mark: Equatable, Sendable {
  /// The value of the transaction, which its acknowledgement repeats.
  package var value: Int64
  /// The place of the event in its transaction.
  package var index: Int64
  /// How many events the transaction has.
  package var count: Int64

  package init(value: Int64, index: Int64 = 0, count: Int64 = 1) {
    self.value = value
    self.index = index
    self.count = count
  }
}

/// What happens to a counter.
package struct CounterEvent: EntityEvent, Equatable {
  /// The sorts of event, in the order of `types`.
  package enum Sort: Int, CaseIterable, Sendable {
    case opened
    case added
    case moved
    case closed
    case noted
  }

  package static let types = [
    EventType("counter.opened"), EventType("counter.added"), EventType("counter.moved"),
    EventType("counter.closed"), EventType("counter.noted"),
  ]

  package var sort: Sort
  package var mark: Mark
  /// The board of `opened` and `moved`; the remark of `noted`, which is in no state.
  package var text: String

  package init(_ sort: Sort, _ mark: Mark, text: String = "") {
    self.sort = sort
    self.mark = mark
    self.text = text
  }

  package var typeIndex: Int { sort.rawValue }

  package func encode(into writer: inout PayloadWriter) {
    writer.int(1, mark.value)
    writer.int(2, mark.index)
    writer.int(3, mark.count)
    writer.string(4, text)
  }

  package static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> CounterEvent {
    var event = CounterEvent(Sort.allCases[typeIndex], Mark(value: 0))
    while let field = try reader.next() {
      switch field {
      case 1: event.mark.value = try reader.int()
      case 2: event.mark.index = try reader.int()
      case 3: event.mark.count = try reader.int()
      case 4: event.text = try reader.string()
      default: break
      }
    }
    return event
  }

  /// The state after this event.
  package func applied(to state: Counter?) -> Counter? {
    var state = state
    switch sort {
    case .opened: state = Counter(board: text, value: mark.value)
    case .added: state?.value += mark.value
    case .moved: state?.board = text
    case .closed: state?.isDeleted = true
    case .noted: break
    }
    return state
  }
}
