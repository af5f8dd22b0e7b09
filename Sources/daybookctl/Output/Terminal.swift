#if Tools
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Writing to standard output and standard error.
  enum Terminal {
    /// Whether somebody can answer a question.
    static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

    /// What a terminal shows of a running command; nil where nobody watches.
    private static let line: ProgressLine? =
      isatty(2) == 1
      ? ProgressLine("working", delay: Surroundings.current.progressDelay) { write($0, to: 2) }
      : nil

    /// Shows what the command does once that takes long.
    static func start(_ verb: String) {
      line?.show(verb)
      line?.run()
    }

    /// Takes the progress away for good.
    static func end() { line?.end() }

    /// Prints a sentence on standard error.
    static func error(_ text: String) { print(text.printable + "\n", to: 2) }

    /// Prints a line on standard output at once, also when a pipe reads it.
    static func line(_ text: String = "") { print(text.printable + "\n", to: 1) }

    /// Prints lines of which none is stored text as it is: a line feed within one would be another
    /// line.
    static func text(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      print(lines.map { String($0).printable + "\n" }.joined(), to: 1)
    }

    /// Prints a file's content on standard output, byte for byte unless that is a terminal.
    static func file(_ content: String) {
      guard isatty(1) == 1 else { return print(content, to: 1) }
      text(content.replacing("\r\n", with: "\n"))
    }

    /// Asks on standard error, and returns what was answered.
    static func ask(_ question: String) -> String {
      print(question.printable, to: 2)
      return readLine() ?? ""
    }

    /// Shows how far a step is; nothing when nobody watches.
    static func progress(_ label: String, _ done: Int, of total: Int) {
      line?.show(label, (done, total))
    }

    /// Says what goes on while `body` runs, when somebody watches: for steps that cannot tell how
    /// far they are.
    static func activity<R>(_ label: String, _ body: () throws -> R) rethrows -> R {
      line?.show(label)
      return try body()
    }

    private static func print(_ text: String, to descriptor: Int32) {
      guard let line else { return write(text, to: descriptor) }
      line.aside { write(text, to: descriptor) }
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
