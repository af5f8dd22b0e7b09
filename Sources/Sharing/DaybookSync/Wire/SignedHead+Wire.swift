internal import Daybook

extension SignedHead {
  func encode(_ field: Int, into writer: inout PayloadWriter) {
    writer.message(field) { writer in
      writer.uuid(1, dot.replica.uuid)
      writer.uint(2, dot.sequence)
      chain.withUnsafeBytes { writer.bytes(3, $0) }
      signature.withUnsafeBytes { writer.bytes(4, $0) }
    }
  }

  /// Reads one that travelled.
  init(travelling reader: inout PayloadReader) throws {
    var (replica, sequence): (UUID?, UInt64) = (nil, 0)
    var (chain, signature): ([UInt8], [UInt8]) = ([], [])
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: sequence = try reader.uint()
      case 3: chain = try reader.bytes()
      case 4: signature = try reader.bytes()
      default: break
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    self.init(
      dot: Dot(replica: ReplicaID(replica), sequence: sequence), chain: chain,
      signature: signature)
  }
}
