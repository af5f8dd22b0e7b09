extension PayloadWriter {
  /// Replaces the writer's content by a part.
  mutating func encode(_ part: FrontierSnapshot.Part) {
    truncate()
    switch part {
    case .preamble(let preamble):
      message(1) { writer in
        writer.uuid(1, preamble.space)
        writer.uint(2, preamble.number)
        writer.fixed(3, preamble.time.rawValue)
        preamble.vector.encode(4, into: &writer)
      }
    case .chain(let chain):
      message(2) { writer in
        writer.uuid(1, chain.dot.replica.uuid)
        writer.uint(2, chain.dot.sequence)
        chain.chain.withUnsafeBytes { writer.bytes(3, $0) }
      }
    case .kind(let name): string(3, name)
    case .entity(let state):
      message(4) { writer in
        writer.uuid(1, state.id)
        writer.fixed(2, state.created.rawValue)
        writer.fixed(3, state.modified.rawValue)
        writer.uint(4, UInt64(state.revision))
        state.bytes?.withUnsafeBytes { writer.bytes(5, $0) }
      }
    case .message(let bytes): bytes.withUnsafeBytes { self.bytes(5, $0) }
    }
  }
}
