internal import CQREncode

/// A link as a QR code for a terminal, light on dark, two rows of it in a line.
enum LinkPicture {
  /// The light border that cameras need, in squares (ISO/IEC 18004 wants four; two do on a screen).
  private static let border = 2

  static func lines(of text: String) -> String? {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let squares = code.pointee.data else { return nil }
    func isLight(_ x: Int, _ y: Int) -> Bool {
      guard 0..<width ~= x, 0..<width ~= y else { return true }
      return squares[y * width + x] & 1 == 0
    }
    let edges = -border..<width + border
    return stride(from: edges.lowerBound, to: edges.upperBound, by: 2).map { y in
      String(
        edges.map { x -> Character in
          switch (isLight(x, y), isLight(x, y + 1)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }.joined(separator: "\n")
  }
}
