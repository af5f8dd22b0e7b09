internal import Crypto
internal import Daybook

extension StoreProof {
  /// Makes sure, without any store, that every signature in it is over what it says.
  ///
  /// Whether a key belongs to the member that is named with it, only somebody knows who has
  /// compared its digits: `keyDigits(of:)`.
  ///
  /// - Throws: `SyncError.badSignature`, or `malformed` where it contradicts itself, or hexadecimal
  ///   digits are none.
  public func check() throws {
    try checkSense()
    for writer in writers {
      guard let head = writer.signed else { continue }
      let signed = SignedHead(
        dot: Dot(replica: ReplicaID(writer.replica), sequence: head.sequence),
        chain: try Self.bytes(head.chain), signature: try Self.bytes(head.signature))
      guard let key = writer.key, signed.isSigned(by: try Self.bytes(key), space: space),
        head.sequence < writer.sequence
          || (head.sequence == writer.sequence && head.chain == writer.chain ?? head.chain)
      else {
        throw SyncError(
          .badSignature, "the signature of \(writer.member ?? "a writer") is not over what is here",
          dot: signed.dot)
      }
    }
    guard let signature else { return }
    let key = try writers.first { $0.replica == maker }?.key.map(Self.bytes)
    guard let key, let whole = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
      whole.isValidSignature(try Self.bytes(signature), for: try signed)
    else {
      throw SyncError(
        .badSignature, "the proof is not what its maker signed: somebody has changed it")
    }
  }

  /// Makes sure that what it says can be true of one store.
  private func checkSense() throws {
    func refuse(_ reason: String) -> SyncError {
      SyncError(.malformed, "the proof contradicts itself: \(reason)")
    }
    guard let token = History.Token(token) else { throw refuse("its token is none") }
    guard Set(writers.map(\.replica)).count == writers.count else {
      throw refuse("it names a writer twice")
    }
    guard Set(views.map(\.name)).count == views.count else {
      throw refuse("it names a view twice")
    }
    guard writers.allSatisfy({ $0.sequence < 1 << 62 && $0.purged <= $0.sequence }) else {
      throw refuse("a writer has other transactions than there can be")
    }
    guard (token.number == 0) == (transactions == 0), purge?.through ?? 0 <= token.number else {
      throw refuse(
        "its log has \(token.number) transactions, and its writers have \(transactions)")
    }
    for writer in writers {
      // A chain is lacking only where it would go through what was purged.
      guard writer.chain != nil || writer.purged > 0, (writer.member == nil) == (writer.key == nil)
      else { throw refuse("something of the writer \(ReplicaID(writer.replica)) is missing") }
    }
    for digits in [log] + writers.flatMap({ [$0.chain, $0.key] }).compactMap(\.self) {
      guard try Self.bytes(digits).count == Chain.size else {
        throw refuse("a hash or a key has not 32 bytes")
      }
    }
  }

  /// Twenty digits that stand for a writer's key, as `EnrolmentRequest.checkDigits`; nil without
  /// one.
  public func keyDigits(of writer: Writer) -> String? {
    guard let key = writer.key, let bytes = try? Self.bytes(key) else { return nil }
    return EnrolmentRequest(replica: ReplicaID(writer.replica), publicKey: bytes).checkDigits
  }

  private static func bytes(_ digits: String) throws -> [UInt8] {
    let text = Array(digits.utf8)
    let bytes = stride(from: 0, to: text.count - text.count % 2, by: 2).compactMap {
      UInt8(String(decoding: text[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard bytes.count * 2 == text.count else {
      throw SyncError(.malformed, "“\(digits)” are no hexadecimal digits")
    }
    return bytes
  }
}
