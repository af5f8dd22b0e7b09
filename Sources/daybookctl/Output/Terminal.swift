#if Tools
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Writing to standard output and standard error.
  enum Terminal {
    /// Whether standard error is a terminal, so that a progress bar makes sense.
    static var showsProgress: Bool { isatty(2) == 1 }

    /// Prints a sentence on standard error.
    static func error(_ text: String) { write(text.printable + "\n", to: 2) }

    /// Prints a line on standard output at once, also when a pipe reads it.
    static func line(_ text: String = "") { write(text.printable + "\n", to: 1) }

    /// Prints lines of which none is stored text as it is: a line feed within one would be another
    /// line.
    static func text(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      write(lines.map { String($0).printable + "\n" }.joined(), to: 1)
    }

    /// Prints a file's content on standard output, byte for byte unless that is a terminal.
    static func file(_ content: String) {
      guard isatty(1) == 1 else { return write(content, to: 1) }
      text(content.replacing("\r\n", with: "\n"))
    }

    /// Shows how far a step is; nothing when nobody watches.
    static func progress(_ label: String, _ done: Int, of total: Int) {
      guard showsProgress, total > 0 else { return }
      let width = 30
      let filled = min(width, done * width / total)
      let bar =
        String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      write("\r\(label.printable) [\(bar)] \(done * 100 / total) %", to: 2)
      if done >= total { write("\r\u{1B}[K", to: 2) }
    }

    /// Says what goes on while `body` runs, when somebody watches: for steps that cannot tell how
    /// far they are.
    static func activity<R>(_ label: String, _ body: () throws -> R) rethrows -> R {
      guard showsProgress else { return try body() }
      write("\r\(label.printable) …", to: 2)
      defer { write("\r\u{1B}[K", to: 2) }
      return try body()
    }

    private static func write(_ text: String, to descriptor: Int32) {
      var text = text
      text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
          #if canImport(Glibc)
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
          #else
            let written = Darwin.write(descriptor, rest.baseAddress, rest.count)
          #endif
          if written <= 0 { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
      }
    }
  }
#endif
