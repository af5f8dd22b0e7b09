extension UInt64 {
  /// The number after this one; the last one has none and stays.
  ///
  /// Numbers of transactions come from tokens, which anybody can write.
  var successor: UInt64 { self == .max ? .max : self + 1 }
}
