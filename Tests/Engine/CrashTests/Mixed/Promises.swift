import Foundation

/// What processes said of their transactions, and what a store must hold therefore.
struct Promises {
  /// One transaction: the values that its counters have when it is there.
  struct Operation {
    let name: String
    /// Its class: `durable` or `relaxed`.
    let durability: String
    let values: [UUID: Int64]
  }

  /// What a store holds of what was promised.
  struct Fault: CustomStringConvertible {
    let description: String
  }

  private(set) var operations: [String: Operation] = [:]
  private(set) var acknowledged: Set<String> = []
  /// The operations of each counter, in order.
  private var histories: [UUID: [String]] = [:]

  /// Takes in what one process said; lines that are no promise are left out.
  mutating func hear(_ lines: [String]) {
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count > 1 else { continue }
      if parts[0] == "ack" { acknowledged.insert(parts[1]) }
      if parts[0] == "try", parts.count > 3 { begin(parts) }
    }
  }

  private mutating func begin(_ parts: [String]) {
    var values: [UUID: Int64] = [:]
    for part in parts.dropFirst(3) {
      let sides = part.split(separator: "=").map(String.init)
      if let id = UUID(uuidString: sides[0]), let value = Int64(sides[1]) { values[id] = value }
    }
    operations[parts[1]] = Operation(name: parts[1], durability: parts[2], values: values)
    for id in values.keys { histories[id, default: []].append(parts[1]) }
  }

  /// What is wrong with the rows of a store.
  ///
  /// With `losesRelaxed` what was not promised to be on disk may be gone.
  func faults(in rows: [UUID: Int64], losesRelaxed: Bool = false) -> [Fault] {
    var found: [Fault] = []
    for (id, history) in histories {
      let last = history.lastIndex { name in
        acknowledged.contains(name)
          && !(losesRelaxed && operations[name]?.durability == "relaxed")
      }
      let possible = history[(last ?? 0)...].map { operations[$0]?.values[id] }
      if last == nil, rows[id] == nil { continue }
      if possible.contains(rows[id]) { continue }
      let stored = rows[id].map { "\($0)" } ?? "nothing"
      found.append(
        Fault(description: "\(id) holds \(stored), not what \(history[last ?? 0]) left"))
    }
    return found + halves(in: rows)
  }

  /// Transactions in doubt that are there in part.
  private func halves(in rows: [UUID: Int64]) -> [Fault] {
    operations.values.compactMap { operation in
      guard operation.values.count > 1, !acknowledged.contains(operation.name) else { return nil }
      let newest = operation.values.keys.filter { histories[$0]?.last == operation.name }
      let there = newest.count { rows[$0] == operation.values[$0] }
      if there == 0 || there == newest.count { return nil }
      return Fault(description: "\(there) of \(newest.count) counters of \(operation.name)")
    }
  }
}
