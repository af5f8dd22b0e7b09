extension BorrowedBytes {
  @inline(__always)
  func at(_ place: Place) -> BorrowedBytes {
    // Safety: places are made where bytes were appended, and none are taken away.
    UnsafeRawBufferPointer(
      start: baseAddress.unsafelyUnwrapped + Int(place.start), count: Int(place.count))
  }
}
