import Daybook
import crashwriter

/// A small store for the tests of damage.
struct SmallStore {
  static var schema: Schema { Boards().schema }

  /// Five counters, each opened in a transaction of its own and added to in another; then a remark,
  /// whose text is in the log alone, and a retraction.
  static let remark = "a remark that nothing else holds"
  static let remarkPosition: UInt64 = 11
  static let ids = (1...5).map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }

  static func fill(_ directory: String) throws {
    let store = try open(directory)
    for id in ids {
      try store.append(author: "Ada") { draft in
        try draft.append(CounterEvent(.opened, Mark(value: 3), text: "board"), to: id)
      }
      try store.append { draft in
        try draft.append(CounterEvent(.added, Mark(value: 4)), to: id)
      }
    }
    try store.append { draft in
      try draft.append(CounterEvent(.noted, Mark(value: 0), text: remark), to: ids[0])
    }
    try store.append { try $0.retract(transaction: 10) }
  }

  static func open(_ directory: String, createsStore: Bool = true) throws -> EventStore {
    var options = StoreOptions()
    options.createsStore = createsStore
    return try EventStore.open(at: directory, schema: schema, options: options)
  }
}
