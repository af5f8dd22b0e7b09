/// What somebody says about a folder in a bucket or on a server beside its address.
public struct RemoteFolderOptions: Sendable {
  /// The server of a bucket; nil for what the environment names, or Amazon.
  public var endpoint: String?
  /// The region of a bucket; nil for what the environment names.
  public var region: String?
  /// What the store remembers of the folder under; nil for its address.
  public var name: String?
}
