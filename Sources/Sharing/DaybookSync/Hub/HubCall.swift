public import Foundation

/// A call of a hub: one message is one body, in both directions.
///
/// Over HTTP it is a POST to `/daybook/1/SPACE/NAME`, or `/daybook/1/terms` for the one call that
/// is of no space, with the session in `Authorization: Daybook TOKEN`.
public struct HubCall: Hashable, Sendable {
  /// What can be asked of a hub.
  public enum Name: String, CaseIterable, Sendable {
    /// Who the hub is, what it takes, and a nonce to sign: `HubTerms`.
    case terms
    /// Opens a session: `SessionRequest`, `SessionReply`.
    case session
    /// A greeting; the answer is the hub's, with those of other members: `GreetingAnswer`.
    case hello
    /// Asks for what is lacking: `PullRequest`, a page.
    case pull
    /// Hands over a page; the answer is a `PushReply`.
    case push
    /// A greeting that the hub keeps for other members.
    case said
    /// Waits until there is something beyond a version vector, and answers with the hub's.
    case changed
    /// The manifests of the newest snapshot: `SpaceManifests`.
    case snapshots
    /// A chunk of a snapshot: `ChunkRequest`, the chunk.
    case chunk
    /// Offers a snapshot by its manifest; the answer names the chunks that the hub lacks.
    case offer
    /// Hands over a chunk of a snapshot: `ChunkRequest` with its bytes.
    case put
    /// The files of attachments that came since: `FileList`, `FileList`.
    case files
    /// A piece of a file, `FilePiece`: its bytes.
    case piece
    /// Hands over a piece of a file, `FilePiece`; the answer is one that tells how much has come.
    case add
    /// Opens a box for letters between an owner and who joins with a link: `BoxLetter`.
    case box
    /// Closes such a box, `BoxLetter`, or all of the space, by an empty body.
    case close
    /// Puts a letter into an open box, where none is: `BoxLetter`. A device that knows the box
    /// needs no session.
    case letter
    /// The letters in a box: `BoxLetter`, `BoxLetters`. Likewise.
    case letters
  }

  /// Whether a device that is no member yet may ask.
  public var isForStrangers: Bool {
    switch name {
    case .terms, .session, .letter, .letters: true
    default: false
    }
  }

  /// What is asked.
  public var name: Name
  /// Of which space; nil for the terms.
  public var space: UUID?
  /// The session; nil before there is one.
  public var session: String?
  /// The message.
  public var body: [UInt8]
  /// The address that it comes from, as far as what carries it knows: so nobody who has no session
  /// uses the hub up for others. It does not travel.
  public var origin: String?

  /// A call.
  public init(_ name: Name, space: UUID? = nil, session: String? = nil, body: [UInt8] = []) {
    self.name = name
    self.space = space
    self.session = session
    self.body = body
  }

  /// The path of its URL.
  public var path: String {
    "/daybook/1/" + (space.map { $0.uuidString.lowercased() + "/" } ?? "") + name.rawValue
  }

  /// Reads the path of a URL; nil for one that no call has.
  public init?(path: String, session: String?, body: [UInt8]) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count > 3, parts[0].isEmpty, parts[1] == "daybook", parts[2] == "1",
      let name = parts.last.flatMap(Name.init(rawValue:))
    else { return nil }
    if parts.count == 4, name == .terms {
      self.init(.terms, session: session, body: body)
      return
    }
    guard parts.count == 5, name != .terms, let space = UUID(uuidString: parts[3]),
      space.uuidString.lowercased() == parts[3]
    else { return nil }
    self.init(name, space: space, session: session, body: body)
  }
}
