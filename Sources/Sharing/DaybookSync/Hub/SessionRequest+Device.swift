internal import Daybook

extension SessionRequest {
  /// The proof of a store's device.
  ///
  /// - Throws: `SyncError.key`; a `StoreError`.
  init(of store: EventStore, _ key: ReplicaKey, to hub: HubText, nonce: [UInt8]) throws {
    let (own, space, pin) = try store.read {
      (try $0.replica(), try $0.space(), try $0.pinnedFounder())
    }
    var founder = pin
    if let known = space.flatMap({ $0.members[$0.founder] }) {
      founder = (known.replica, known.key)
    }
    let opening = founder.map {
      Opening(founder: $0.replica, founderKey: $0.key, publicKey: key.publicKey)
    }
    self.init(replica: own, nonce: nonce, opening: opening)
    try sign(for: hub, store.space, by: key)
  }
}
