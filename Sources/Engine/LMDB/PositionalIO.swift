/// Reading and writing at a place of a file, whatever its position is.
enum PositionalIO {
  // Safety: the system reads and writes within the buffers, which outlive the calls.

  /// Writes all of `bytes`; a full disk first writes a part. Wraps `pwrite`.
  static func write(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, _ offset: Int
  ) throws(LMDBError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw LMDBError(code: count < 0 ? .init(rawValue: errno) : .noSpace, call: "pwrite")
      }
      done += count
    }
  }

  static func write(
    _ bytes: [UInt8], _ descriptor: Int32, _ offset: Int
  ) throws(LMDBError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(LMDBError) in try write(bytes, descriptor, offset) }
    }
    try result.get()
  }

  /// So many bytes, with zeros for what is behind the end of the file. Wraps `pread`.
  static func read(
    _ count: Int, _ descriptor: Int32, _ offset: Int, _ path: String
  ) throws(LMDBError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    if pread(descriptor, &bytes, count, off_t(offset)) < 0 {
      throw LMDBError(code: .init(rawValue: errno), call: "pread", detail: path)
    }
    return bytes
  }
}
