/// The folder in which extensions leave events for the app.
///
/// ```swift
/// let shown = SnapshotFolder(path: container + "/WidgetCache")
/// let inbox = InboxFolder(path: container + "/Inbox", shown: shown)
/// let cancelled = InboxEvent("feed.cancelled", kind: "nursery.feed", entity: feed)
/// try inbox.drop(cancelled, author: "widget")
/// ```
/// With `shown`, an event comes after everything that the published files tell of, also where the
/// app's clock was ahead when it wrote that. Without, the clock of the device alone decides.
///
/// An event is in the log, and in what is published, only after the app has run. Any number of
/// extensions may write at the same time.
public struct InboxFolder: Sendable {
  /// How the names of waiting files end.
  public static let suffix = ".daybook-event"

  /// The folder.
  public let path: String
  private let files: AtomicFolder
  private let shown: SnapshotFolder?

  /// The folder at `path`, which the first message makes.
  ///
  /// - Parameter shown: the folder whose files the extension shows. Messages that do not say what
  ///   their writer has seen get the time of its manifest when they are left.
  public init(path: String, shown: SnapshotFolder? = nil) {
    self.path = path
    self.shown = shown
    files = AtomicFolder(path: path)
  }

  /// Leaves one event; it is on disk when this returns.
  ///
  /// - Returns: the name of the file.
  /// - Throws: `SnapshotError.storage`.
  @discardableResult
  public func drop(
    _ event: InboxEvent, author: String? = nil, context: String? = nil, wallTime: Date = Date(),
    id: UUID = UUID()
  ) throws(SnapshotError) -> String {
    try drop(
      InboxMessage(
        id: id, author: author, context: context, wallTime: wallTime, events: [event]))
  }

  /// Leaves events that become one transaction; they are on disk when this returns.
  ///
  /// - Returns: the name of the file: wall time in milliseconds since 1970, then the identifier.
  /// - Throws: `SnapshotError`: `invalidArgument` for a message without events, `storage`.
  @discardableResult
  public func drop(_ message: InboxMessage) throws(SnapshotError) -> String {
    guard !message.events.isEmpty else {
      throw SnapshotError(.invalidArgument, "an inbox message needs at least one event")
    }
    try files.make()
    var message = message
    // Without a manifest that can be read nothing was seen.
    if message.seen == nil { message.seen = (try? shown?.manifest())?.time }
    let name = Self.name(of: message)
    try files.replace(name, with: message.encoded())
    try files.flush()
    return name
  }

  /// The names of the files that wait, oldest first by the clocks that named them.
  ///
  /// - Throws: `SnapshotError.storage`.
  public func waiting() throws(SnapshotError) -> [String] {
    try files.make()
    return try files.names().filter { $0.hasSuffix(Self.suffix) }
  }

  /// Fifteen digits reach to the year 33658.
  private static func name(of message: InboxMessage) -> String {
    let milliseconds = (message.wallTime.timeIntervalSince1970 * 1000).rounded(.down)
    let clipped = min(max(milliseconds.isNaN ? 0 : milliseconds, 0), 999_999_999_999_999)
    return "\(Int64(clipped).padded(15))-\(message.id.uuidString)\(suffix)"
  }
}
