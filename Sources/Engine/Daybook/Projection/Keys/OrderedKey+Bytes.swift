extension OrderedKey {
  /// The key as it is stored; for calls that take the bytes of a key.
  @inlinable
  public var keyBytes: [UInt8] {
    KeyWriter.temporary { writer in
      encode(into: &writer)
      return [UInt8](writer.bytes)
    }
  }

  /// Whether the other key is the same one where they are stored, which `==` need not tell.
  @inlinable
  func hasSameBytes(as other: Self) -> Bool {
    KeyWriter.temporary { one in
      encode(into: &one)
      return KeyWriter.temporary { two in
        other.encode(into: &two)
        return one.holds(two)
      }
    }
  }
}
