#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension AtomicFolder {
  /// Some bytes of a file from a place on, fewer at its end; nil when there is none.
  ///
  /// - Throws: as `forEachPiece`.
  package func bytes(
    of name: String, from place: Int, upTo most: Int
  ) throws(SnapshotError) -> [UInt8]? {
    guard let (descriptor, size) = try opened(name) else { return nil }
    defer { close(descriptor) }
    let wanted = min(max(size - place, 0), most)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
      while done < wanted {
        // Safety: the buffer has room for as many bytes as are asked for.
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        let count = pread(descriptor, rest.baseAddress, wanted - done, off_t(place + done))
        if count < 0, errno == EINTR { continue }
        failed = count < 0
        if count <= 0 { return }
        done += count
      }
    }
    if failed { throw failure("pread", name) }
    return bytes
  }

  /// Writes bytes at a place of a file, which is made when it is missing. It is not flushed.
  ///
  /// - Throws: `SnapshotError`: `notAFile` for a link or a folder in its place, `storage`.
  package func write(
    _ bytes: [UInt8], at place: Int, of name: String
  ) throws(SnapshotError) {
    try Self.check(name)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let descriptor = open(self.place(name), flags, 0o600)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENXIO || errno == EISDIR { throw noFile(name) }
      throw failure("open", name)
    }
    defer { close(descriptor) }
    var (done, failed) = (0, false)
    bytes.withUnsafeBytes { bytes in
      while done < bytes.count {
        // Safety: the pointer is used within the call, for as many bytes as there are.
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + done))
        if count < 0, errno == EINTR { continue }
        failed = count <= 0
        if failed { return }
        done += count
      }
    }
    if failed { throw failure("pwrite", name) }
  }
}
