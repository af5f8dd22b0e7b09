import DaybookSnapshot
import Foundation
import Synchronization

/// Writing to standard output and standard error.
///
/// Whatever is for people passes `print`, which shows what would be hidden or obeyed. Files that a
/// command makes for other programs are written as they are, unless a terminal shows them.
public enum Terminal {
  /// Whether somebody can answer a question.
  public static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

  /// Whether standard output is a terminal, on which somebody may hold a camera to a picture.
  static var isShown: Bool { isatty(1) == 1 }

  /// What a terminal shows of a running command; nil where nobody watches.
  private static let line: ProgressLine? =
    isatty(2) == 1
    ? ProgressLine("working", delay: Surroundings.current.progressDelay) {
      _ = Descriptor.write($0, to: 2)
    }
    : nil

  /// Where lines for people go.
  private static let people = Mutex<Int32>(1)

  /// Whether a path leads to what standard output is, such as `/dev/stdout`. Calls `stat(2)`.
  static func isOutput(_ path: String) -> Bool {
    var (place, output) = (stat(), stat())
    return stat(path, &place) == 0 && fstat(1, &output) == 0 && place.st_dev == output.st_dev
      && place.st_ino == output.st_ino
  }

  /// Leaves standard output to the file that the command writes there: from now on lines go to
  /// standard error.
  static func leaveOutput() { people.withLock { $0 = 2 } }

  /// Shows what the command does once that takes long.
  public static func start(_ verb: String) {
    line?.show(verb)
    line?.run()
  }

  /// Takes the progress away for good.
  public static func end() { line?.end() }

  /// Prints a sentence on standard error.
  public static func error(_ text: String) { print([text], to: 2) }

  /// Prints a line on standard output at once, also when a pipe reads it.
  public static func line(_ text: String = "") { print([text]) }

  /// Prints what an export leaves out: how many entries for each reason.
  ///
  /// - Parameter descriptor: 2 where the export itself is on standard output; where lines go unless
  ///   told.
  public static func losses(_ reasons: [String], to descriptor: Int32? = nil) {
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
      print(["  \(Measures.count(count, "entry", "entries")): \(reason)"], to: descriptor)
    }
  }

  /// Prints lines of which none is stored text as it is: a line feed within one would be another
  /// line.
  public static func text(_ text: String) {
    print(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Prints a file's content on standard output, byte for byte unless that is a terminal.
  public static func file(_ content: String) {
    guard isatty(1) == 1 else { return write(content, to: 1) }
    let lines = content.replacing("\r\n", with: "\n")
    text(lines.hasSuffix("\n") ? String(lines.dropLast()) : lines)
  }

  /// Asks on standard error, and returns what was answered.
  public static func ask(_ question: String) -> String {
    print([question], end: "", to: 2)
    return readLine() ?? ""
  }

  /// Shows how far a step is; nothing when nobody watches.
  public static func progress(_ label: String, _ done: Int, of total: Int) {
    line?.show(label, (done, total))
  }

  /// Says what goes on while `body` runs, when somebody watches: for steps that cannot tell how
  /// far they are.
  public static func activity<R>(_ label: String, _ body: () throws -> R) rethrows -> R {
    line?.show(label)
    return try body()
  }

  /// Prints lines for people, each with what would be hidden or obeyed written out.
  ///
  /// - Parameter told: as for `write`; where lines go unless told.
  private static func print(_ lines: [String], end: String = "\n", to told: Int32? = nil) {
    write(lines.map { $0.printable + end }.joined(), to: told ?? people.withLock { $0 })
  }

  /// - Parameter descriptor: 1, of which a failure ends the process, or 2.
  private static func write(_ text: String, to descriptor: Int32) {
    var problem: Int32 = 0
    if let line {
      line.aside { problem = Descriptor.write(text, to: descriptor) }
    } else {
      problem = Descriptor.write(text, to: descriptor)
    }
    if problem != 0, descriptor == 1 { stop(problem) }
  }

  /// Ends the process because nobody gets what it prints.
  private static func stop(_ problem: Int32) -> Never {
    end()
    let reason = SystemReason.text(problem)
    error("\(ProcessInfo.processInfo.processName): standard output cannot be written: \(reason)")
    exit(ExitStatus.damaged.rawValue)
  }
}
