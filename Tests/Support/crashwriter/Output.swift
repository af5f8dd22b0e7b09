import Foundation

/// Standard output without a buffer: what was said before a kill was heard.
enum Output {
  /// Writes one line in one `write(2)`, so that lines of several threads do not mix.
  static func line(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }

  /// Says what failed and ends the process.
  static func fail(_ error: any Error) -> Never {
    line("error \(error)")
    exit(1)
  }

  /// Waits until the process is killed.
  static func rest() -> Never {
    while true { pause() }
  }
}
