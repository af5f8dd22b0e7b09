/// What is wrong with a data file: one clause that names the page.
struct PageFault: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A data file, read by pages with `pread` instead of the map.
struct PageFile {
  let descriptor: Int32
  let pageSize: Int
  /// How many whole pages it has.
  let count: UInt64

  init(_ descriptor: Int32, pageSize: Int) throws(PageFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw PageFault("its length cannot be read (errno \(errno))")
    }
    self.descriptor = descriptor
    self.pageSize = pageSize
    count = UInt64(max(0, status.st_size)) / UInt64(pageSize)
  }

  /// Reads as many pages from `number` on as the buffer has room for and the file has; at least
  /// one.
  func read(
    _ number: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(PageFault) -> Int {
    guard number < count else { throw PageFault("page \(number) is missing") }
    let wanted = Int(min(UInt64(buffer.count / pageSize), count - number)) * pageSize
    // Safety: the buffer has room for what is wanted.
    let got = pread(descriptor, buffer.baseAddress, wanted, off_t(number) * off_t(pageSize))
    guard got == wanted else { throw PageFault("page \(number) cannot be read") }
    return wanted / pageSize
  }

  /// Asks the system to read a page meanwhile. Wraps `posix_fadvise`; elsewhere it does nothing.
  func willNeed(_ number: UInt64) {
    #if os(Linux)
    posix_fadvise(
      descriptor, off_t(number) * off_t(pageSize), off_t(pageSize), POSIX_FADV_WILLNEED)
    #endif
  }
}
