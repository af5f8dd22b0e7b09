internal import LMDB

extension StoreCheck {
  /// Names have all numbers from 1 on, each another text, and those of events a kind.
  static let names = StoreCheck("names", .log) { scope, _ in
    var cursor = try scope.reading.cursor(scope.tables.names)
    var count: UInt64 = 0
    var kinds: Set<UInt32> = [0]
    var known: Set<Names.Name> = []
    while try cursor.next() {
      count += 1
      let number = cursor.key
      let name = cursor.value.withUnsafeBytes { Names.decode($0, number: number) }
      guard number == count, let name else {
        throw StoreError(.damaged, "the name with number \(count) is missing or damaged")
      }
      guard known.insert(name).inserted else {
        throw StoreError(.damaged, "the name \(name.text) has two numbers, one of them \(number)")
      }
      guard kinds.contains(name.kind) else {
        throw StoreError(.damaged, "the name \(name.text) is of kind \(name.kind), which is none")
      }
      if name.sort == Names.Sort.kind.rawValue { kinds.insert(UInt32(number)) }
    }
    guard count == scope.counters.names else {
      throw StoreError(
        .damaged, "the store has \(count.counted("name")), not \(scope.counters.names)")
    }
    return count.counted("name")
  }
}
