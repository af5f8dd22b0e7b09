public import Daybook

/// An owner's answer to a request: the space, and whom the new member may trust there.
public struct Invitation: Hashable, Sendable, CustomStringConvertible {
  /// The space.
  public let space: UUID
  /// The replica that created it.
  public let founder: ReplicaID
  /// The founder's public key.
  public let founderKey: [UInt8]
  /// The replica of the owner who invites, whose snapshots are taken in as well.
  public let inviter: ReplicaID
  /// The inviter's public key.
  public let inviterKey: [UInt8]
  /// The replica that is invited.
  public let replica: ReplicaID
  /// What the views of the inviter's store are built with, by their names.
  let views: [String: String]

  /// How long the parameters of a view may be, in bytes, to be told: the text is for people to pass
  /// on.
  private static let longest = 200

  package init(
    space: UUID, founder: ReplicaID, founderKey: [UInt8], inviter: ReplicaID,
    inviterKey: [UInt8], replica: ReplicaID, views: [String: String] = [:]
  ) {
    self.space = space
    self.founder = founder
    self.founderKey = founderKey
    self.inviter = inviter
    self.inviterKey = inviterKey
    self.replica = replica
    self.views = views.filter { !$1.isEmpty && $1.utf8.count <= Self.longest }
  }

  /// The parameters of a projection in the store of the inviter, such as where its days begin; nil
  /// when it has none.
  ///
  /// A device whose store is made with them shows the same as the inviter's, and the two can be
  /// compared. It may have others.
  public func parameters(ofProjection name: String) -> String? { views[name] }

  /// Reads the text of an invitation.
  ///
  /// - Throws: `SyncError.text`.
  public init(_ text: String) throws {
    let bytes = try SharedText.bytes(text, of: "invitation", count: 128, upTo: 2)
    space = SharedText.uuid(bytes[..<16])
    founder = ReplicaID(SharedText.uuid(bytes[16..<32]))
    founderKey = Array(bytes[32..<64])
    inviter = ReplicaID(SharedText.uuid(bytes[64..<80]))
    inviterKey = Array(bytes[80..<112])
    replica = ReplicaID(SharedText.uuid(bytes[112..<128]))
    views = try Self.views(bytes[128...])
  }

  /// Names and parameters in turn.
  private static func views(_ bytes: ArraySlice<UInt8>) throws -> [String: String] {
    var texts: [String] = []
    do {
      try bytes.withUnsafeBytes { bytes in
        var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
        while let field = try reader.next() {
          if field == 1 { texts.append(try reader.string()) }
        }
      }
    } catch { throw SharedText.changed("invitation") }
    let pairs = stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
    return Dictionary(pairs) { _, last in last }
  }

  /// The text, some 200 characters without blanks, and more for what views are built with.
  public var description: String {
    var texts = PayloadWriter()
    texts.value(1, views.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    return SharedText.text(
      Chain.bytes(space) + Chain.bytes(founder.uuid) + founderKey
        + Chain.bytes(inviter.uuid) + inviterKey + Chain.bytes(replica.uuid) + texts.array,
      of: "invitation", version: views.isEmpty ? 1 : 2)
  }
}
