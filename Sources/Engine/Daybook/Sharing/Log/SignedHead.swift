/// A writer's signature over all of its transactions up to one; a row of `meta` with the key
/// `head/REPLICA/SEQUENCE`, both in hexadecimal digits.
///
/// A payload: 1 the chain, 2 the signature. The engine keeps and finds heads; `DaybookSync` makes
/// and checks them.
package struct SignedHead: Hashable, Sendable {
  /// The last of these transactions.
  package let dot: Dot
  /// The hash that stands for all of them.
  package let chain: [UInt8]
  /// The writer's signature; empty for a chain that is kept without one.
  package let signature: [UInt8]
  /// Whether its writer has signed it.
  package var isSigned: Bool { !signature.isEmpty }

  package init(dot: Dot, chain: [UInt8], signature: [UInt8]) {
    self.dot = dot
    self.chain = chain
    self.signature = signature
  }

  init(_ bytes: BorrowedBytes, _ dot: Dot) throws {
    var (chain, signature): ([UInt8], [UInt8]) = ([], [])
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: chain = try reader.bytes()
      case 2: signature = try reader.bytes()
      default: break
      }
    }
    self.init(dot: dot, chain: chain, signature: signature)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    chain.withUnsafeBytes { writer.bytes(1, $0) }
    signature.withUnsafeBytes { writer.bytes(2, $0) }
  }
}
