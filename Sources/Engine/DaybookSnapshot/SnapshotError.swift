/// What went wrong with a snapshot or an inbox: a code to act on and one sentence to show.
public struct SnapshotError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure. A struct, so that kinds can be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String
    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such file: nothing was published yet, or its subject is gone.
    public static let notFound = Code(rawValue: "notFound")
    /// The bytes are not what was written: the file was cut off, or somebody else wrote it.
    public static let damaged = Code(rawValue: "damaged")
    /// The file was written by a newer format of DaybookSnapshot.
    public static let newerFormat = Code(rawValue: "newerFormat")
    /// The file looks whole, but its bytes are not those that the manifest names.
    public static let notInManifest = Code(rawValue: "notInManifest")
    /// The file is larger than what is accepted.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A folder, a link, a pipe or a device is where a file should be.
    public static let notAFile = Code(rawValue: "notAFile")
    /// An argument is out of range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// The operating system refused.
    public static let storage = Code(rawValue: "storage")
  }

  /// What to act on.
  public let code: Code
  /// One sentence: what failed, with values, and what to do.
  public let message: String
  /// What the system answered, where it refused; 0 elsewhere.
  package private(set) var reason: Int32 = 0

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes an error of a call that the system refused, by its `errno`.
  init(_ code: Code, _ message: String, reason: Int32) {
    self.init(code, message)
    self.reason = reason
  }

  public var description: String { message }
}
