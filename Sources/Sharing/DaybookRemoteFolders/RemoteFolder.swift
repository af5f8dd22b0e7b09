public import DaybookSync
public import Foundation

/// A shared folder in a bucket, or on a server that speaks WebDAV.
///
/// ```swift
/// let folder = try RemoteFolder("s3://photos/noor", endpoint: "https://s3.example.com")
/// let peer = try folder.peer(over: transport, credentials: .environment())
/// try await replication.follow(peer)
/// ```
///
/// It holds what a folder on a drive holds, and members check all of it likewise. Anybody who may
/// read the folder can read what is in it, and what was in it before: revoke a member, and take
/// away its key or its account too.
public struct RemoteFolder: Sendable {
  /// Where the folder is, for people and without secrets.
  public let address: String
  private let place: Place

  private enum Place: Sendable {
    case bucket(S3Place)
    case server(WebDAVPlace)
  }

  /// Whether a text is an address of such a folder, and not a path.
  public static func isAddress(_ text: String) -> Bool {
    ["s3://", "https://", "http://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// A folder.
  ///
  /// - Parameters:
  ///   - address: `s3://BUCKET/FOLDER`, or `https://HOST/FOLDER` for WebDAV.
  ///   - endpoint: the server of a bucket, such as `https://s3.example.com`; with `{bucket}` where
  ///     the host names the bucket. Nil for Amazon.
  ///   - region: the region of a bucket; nil for `us-east-1`.
  /// - Throws: `SyncError.text` for an address that is none, or holds a password.
  public init(_ address: String, endpoint: String? = nil, region: String? = nil) throws {
    if address.lowercased().hasPrefix("s3://") {
      let place = try S3Place(address, endpoint: endpoint, region: region)
      (self.address, self.place) = (place.address, .bucket(place))
    } else {
      let place = try WebDAVPlace(address)
      (self.address, self.place) = (place.address, .server(place))
    }
  }

  /// The peer to exchange with.
  ///
  /// - Parameters:
  ///   - transport: carries requests.
  ///   - credentials: where the key, or name and password, are looked for.
  ///   - retries: how long a server that is busy is asked again.
  ///   - name: a stable name under which the store remembers the folder; its address unless told.
  /// - Throws: `SyncError.peer` when there is no key for a bucket.
  public func peer(
    over transport: any FolderTransport, credentials: RemoteCredentials,
    retries: FolderRetries = FolderRetries(), name: String? = nil
  ) throws -> FolderPeer {
    let files: any FolderFiles
    switch place {
    case .bucket(let place):
      guard let key = credentials.bucket else {
        throw SyncError(
          .peer,
          "there is no key for \(address): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put it into ~/.aws/credentials"
        )
      }
      files = S3Files(place, key, over: transport, retries)
    case .server(let place):
      files = WebDAVFiles(place, credentials.server(place.host), over: transport, retries)
    }
    return FolderPeer(files, name: name ?? address)
  }
}

/// Where the key of a bucket, or the name and password for a server, come from. Nothing that prints
/// it shows them, and nothing stores them.
public struct RemoteCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  let bucket: S3Credentials?
  let server: @Sendable (_ host: String) -> WebDAVCredentials?

  /// Says nothing of what it holds.
  public var description: String { "credentials" }
  /// Likewise.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The key of a bucket.
  public static func key(_ id: String, secret: String, token: String? = nil) -> Self {
    Self(bucket: S3Credentials(id: id, secret: secret, token: token)) { _ in nil }
  }

  /// A name and a password for a server.
  public static func login(_ user: String, password: String) -> Self {
    Self(bucket: nil) { _ in WebDAVCredentials(user: user, password: password) }
  }

  /// What variables name: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or a profile in
  /// `~/.aws/credentials`; `DAYBOOK_WEBDAV_USER` and `DAYBOOK_WEBDAV_PASSWORD`, or `~/.netrc`.
  public static func environment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> Self {
    @Sendable func read(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    return Self(bucket: S3Credentials(variables, read: read)) { host in
      WebDAVCredentials(for: host, variables, read: read)
    }
  }
}
