internal import CDaybook

/// A snapshot that keeps its pages from being used again, and is not read through the map.
struct SnapshotPin: ~Copyable {
  private let handle: OpaquePointer
  private let gate: MapGate
  let transaction: UInt64

  init(_ handle: OpaquePointer, _ gate: MapGate) {
    (self.handle, self.gate) = (handle, gate)
    transaction = UInt64(mdb_txn_id(handle))
  }

  deinit {
    mdb_txn_abort(handle)
    gate.leaveForGood()
  }
}
