extension Sequence<UInt8> {
  /// Two hexadecimal digits a byte.
  package var hexadecimal: String { map { $0.padded(2, radix: 16) }.joined() }
}
