import Daybook
import Foundation
import GRDB

/// Compares a mirror with what the store's own types say, in terms of Swift.
struct MirrorOracle {
  let store: EventStore
  let path: String

  /// What is wrong; nothing when nothing is.
  func problems() throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { db in
      try transactions(db) + events(db) + goods(db) + memos(db) + shelves(db)
    }
  }

  private func compare<Value: Hashable>(
    _ name: String, _ found: [Value], _ expected: [Value]
  ) -> [String] {
    if found == expected { return [] }
    let (found, expected) = (Set(found), Set(expected))
    return found.subtracting(expected).map { "\(name) has \($0)" }
      + expected.subtracting(found).map { "\(name) lacks \($0)" }
  }

  private func transactions(_ db: Database) throws -> [String] {
    let expected = try store.history.transactions().all().map { transaction in
      "\(transaction.number) \(transaction.author ?? "-") \(transaction.isRetracted) "
        + "\(transaction.isRemote) \(transaction.isVoid) \(transaction.positions.count)"
    }
    let found = try Row.fetchAll(db, sql: "SELECT * FROM transactions ORDER BY number").map { row in
      let (author, isRetracted): (String?, Bool) = (row["author"], row["is_retracted"])
      let (isRemote, isVoid): (Bool, Bool) = (row["is_remote"], row["is_void"])
      return "\(row["number"] as Int64) \(author ?? "-") \(isRetracted) \(isRemote) \(isVoid) "
        + "\(row["event_count"] as Int)"
    }
    return compare("transactions", found, expected)
  }

  private func events(_ db: Database) throws -> [String] {
    let transactions = try store.history.transactions().all()
    let expected = try store.read { reader in
      try transactions.flatMap { transaction in
        try transaction.positions.map { position in
          let event = try reader.event(position)
          let entity = event.kind.isEmpty ? "-" : event.entity.uuidString
          return "\(position) \(transaction.number) \(event.kind) \(entity) \(event.type)"
        }
      }
    }
    let rows = try Row.fetchAll(
      db, sql: "SELECT *, json_valid(payload) AS valid FROM events ORDER BY position")
    let found = rows.map { row in
      let (kind, entity): (String?, String?) = (row["kind"], row["entity"])
      let type = EventType(row["type"], version: row["version"])
      return "\(row["position"] as Int64) \(row["transaction_number"] as Int64) \(kind ?? "") "
        + "\(entity ?? "-") \(type)"
    }
    let invalid = rows.filter { !($0["valid"] as Bool) }.map { "no JSON: \($0)" }
    return compare("events", found, expected) + invalid
  }

  private func goods(_ db: Database) throws -> [String] {
    let expected = try store.read { try $0.entities(of: Good.self) }
      .map { words($0.id.rawValue, $0.state) }.sorted()
    let found = try Row.fetchAll(db, sql: "SELECT * FROM shop_good").map { row in
      var good = Good()
      (good.name, good.amount, good.price) = (row["name"], row["amount"], row["price"])
      good.isSold = row["isSold"] ?? false
      good.boughtAt = (row["boughtAt"] as String?).flatMap {
        try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse($0)
      }
      good.shelf = (row["shelf"] as String?).flatMap { UUID(uuidString: $0) }
      good.tags = try decoded(row["tags"]) ?? []
      good.id = row["id_"]
      let label: [String: LabelValue]? = try decoded(row["label"])
      good.label = label.map { Label(text: $0["text"]?.text ?? "", size: $0["size"]?.size ?? 0) }
      good.mergedInto = (row["other"] as String?).flatMap { UUID(uuidString: $0) }.map { ID($0) }
      good.photo = (row["photo"] as String?).flatMap { Attachment($0) }
      good.order = (row["order"] as String?).flatMap { Order(rawValue: $0) }
      return words(UUID(uuidString: row["id"]) ?? UUID(), good)
    }
    return compare("goods", found.sorted(), expected)
  }

  /// A text or a number of a label.
  private struct LabelValue: Decodable {
    var text: String?
    var size: Int?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      size = try? value.decode(Int.self)
      text = try? value.decode(String.self)
    }
  }

  private func words(_ id: UUID, _ good: Good) -> String {
    "\(id) \(good)"
  }

  private func decoded<Value: Decodable>(_ text: String?) throws -> Value? {
    try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }

  private func memos(_ db: Database) throws -> [String] {
    let expected = try store.read { try $0.entities(of: Memo.self) }.map(\.state.text).sorted()
    let found = try String.fetchAll(db, sql: "SELECT json_extract(json, '$.text') FROM shop_memo")
    return compare("memos", found.sorted(), expected)
  }

  private func shelves(_ db: Database) throws -> [String] {
    let (goods, counts) = try store.read { reader in
      let view = try reader.view(Shelves.self)
      return (
        try view.rows(Shelves.goods).map { row in
          "\(row.key.first) \(row.key.second) \(row.row)"
        },
        try view.rows(Shelves.counts).map { "\($0.key) \($0.row.count) \($0.row.sum)" }
      )
    }
    let foundGoods = try Row.fetchAll(
      db, sql: "SELECT * FROM view_shop_shelves_goods ORDER BY stored_key"
    ).map { row in
      "\(row["key_1"] as String) \(row["key_2"] as String) "
        + "\(Label(text: row["text"], size: row["size"]))"
    }
    let foundCounts = try Row.fetchAll(
      db, sql: "SELECT * FROM view_shop_shelves_counts ORDER BY stored_key"
    ).map { "\($0["key"] as String) \($0["count"] as Int64) \($0["sum"] as Int64)" }
    return compare("shelves", foundGoods, goods) + compare("counts", foundCounts, counts)
  }
}
