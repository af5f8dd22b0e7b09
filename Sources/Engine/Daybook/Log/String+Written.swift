extension String {
  /// Whether both have the same bytes; `==` takes "é" in one character and in two for the same.
  func isWritten(as other: String) -> Bool {
    // Safety: the bytes are used during the call.
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { others in
        UnsafeRawBufferPointer(bytes).equals(UnsafeRawBufferPointer(others))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
