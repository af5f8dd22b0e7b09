/// What stands for a store's own log through one transaction.
package struct ProvenLog: Sendable {
  /// SHA-256 of the chain of the transactions and that of the names, one after the other.
  package let hash: [UInt8]
  /// How many names it stands for.
  package let names: UInt64
  /// The last transaction that was purged; 0 when none was.
  package let purged: UInt64
  /// The hash of what purges have left; nil when there was none, or while one has not ended.
  package let remains: [UInt8]?

  init(chain: LogChain, names: LogChain, count: UInt64, purged: UInt64, remains: LogChain?) {
    var both = SHA256Hash()
    withUnsafeBytes(of: chain.hash) { both.add($0) }
    withUnsafeBytes(of: names.hash) { both.add($0) }
    hash = both.digest
    self.names = count
    self.purged = purged
    self.remains = remains.map { kept in withUnsafeBytes(of: kept.hash) { [UInt8]($0) } }
  }
}
