extension String {
  /// Without the blanks and line ends of ASCII at both ends.
  package var trimmed: String {
    let blank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    // Nearly all texts: none is made anew.
    let isTrimmed = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.isEmpty || !blank(bytes[0]) && !blank(bytes[bytes.count - 1])
    }
    if isTrimmed == true { return self }
    guard let first = utf8.firstIndex(where: { !blank($0) }),
      let last = utf8.lastIndex(where: { !blank($0) })
    else { return "" }
    return String(decoding: utf8[first...last], as: UTF8.self)
  }
}
