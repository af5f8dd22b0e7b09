internal import LMDB

extension StoreCheck {
  /// Replicas have all numbers from 1 on, and each another identifier.
  static let replicas = StoreCheck("replicas", .log) { scope, _ in
    var cursor = try scope.reading.cursor(scope.tables.replicas)
    var count: UInt64 = 0
    var known: Set<ReplicaID> = []
    while try cursor.next() {
      count += 1
      let number = cursor.key
      let record = cursor.value.withUnsafeBytes { ReplicaRecord($0, number: number) }
      guard number == count, let record else {
        throw StoreError(.damaged, "replica \(count) is missing or damaged")
      }
      guard known.insert(record.id).inserted else {
        throw StoreError(.damaged, "replica \(number) has an identifier that another one has")
      }
    }
    guard count > 0 else { throw StoreError(.damaged, "the store's own replica is missing") }
    return count.counted("replica")
  }
}
