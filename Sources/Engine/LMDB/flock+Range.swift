extension flock {
  /// A lock of some bytes of a file, for fcntl(2).
  init(_ type: Int32, _ start: Int64, _ length: Int64) {
    self.init()
    l_type = Int16(type)
    l_whence = Int16(SEEK_SET)
    l_start = off_t(start)
    l_len = off_t(length)
  }
}
