public import CDaybook

extension MDB_val {
  @inlinable @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    // Safety: LMDB reads keys and values through this pointer and never writes.
    self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}
