#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension AtomicFolder {
  /// How many bytes of a file are in memory at a time.
  private static let pieceSize = 256 << 10

  /// Calls `body` with the bytes of a file in pieces, and returns how many they are; nil when there
  /// is none. The bytes are valid during the call.
  ///
  /// Never waits, as `read`.
  ///
  /// - Throws: `SnapshotError`: `notAFile`, `invalidArgument` for a name that is none, `storage`;
  ///   what `body` throws.
  package func forEachPiece(
    of name: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int? {
    guard let (descriptor, _) = try opened(name) else { return nil }
    defer { close(descriptor) }
    return try withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 16) { buffer in
      var total = 0
      while true {
        // Safety: the buffer has room for as many bytes as are asked for.
        let count = systemRead(descriptor, buffer)
        if count == 0 { return total }
        if count < 0, errno == EINTR { continue }
        if count < 0 { throw failure("read", name) }
        total += count
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// Opens a plain file to read it, without waiting for a pipe or a device; nil when there is none.
  func opened(_ name: String) throws(SnapshotError) -> (descriptor: Int32, size: Int)? {
    try Self.check(name)
    let descriptor = open(place(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      // The answers to a link and to a socket.
      if errno == ELOOP || errno == ENXIO || errno == EOPNOTSUPP { throw noFile(name) }
      throw failure("open", name)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = failure("fstat", name)
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw noFile(name)
    }
    return (descriptor, Int(status.st_size))
  }

  /// Has a file look as if it were written now; false when there is none.
  package func touch(_ name: String) throws(SnapshotError) -> Bool {
    try Self.check(name)
    if utimensat(AT_FDCWD, place(name), nil, AT_SYMLINK_NOFOLLOW) == 0 { return true }
    guard errno == ENOENT else { throw failure("utimensat", name) }
    return false
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
