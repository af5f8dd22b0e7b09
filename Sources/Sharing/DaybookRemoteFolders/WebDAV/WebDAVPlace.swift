internal import DaybookSync
internal import Foundation

/// The folder of a server that is shared.
struct WebDAVPlace: Sendable, Hashable {
  /// For people: without a slash at its end, and without secrets.
  var address: String { origin + root }
  /// Scheme, host and port.
  let origin: String
  let host: String
  /// The path of the folder, encoded: nothing, or a slash and what follows.
  private let root: String

  /// - Throws: `SyncError.text` for what is no address of a folder, or holds a password.
  init(_ address: String) throws {
    guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty,
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.query == nil, url.fragment == nil
    else {
      throw SyncError(
        .text, "the address of a folder on a server is https://HOST/FOLDER, without ? and #")
    }
    guard url.user == nil, url.password == nil else {
      throw SyncError(
        .text,
        "an address must hold no name or password, which lists of processes would show: put them into DAYBOOK_WEBDAV_USER and DAYBOOK_WEBDAV_PASSWORD, or into ~/.netrc"
      )
    }
    self.host = host
    origin = "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
    let path = URLText.path(url.percentEncodedPath)
    root = path.isEmpty ? "" : "/\(path)"
  }

  /// The path of a file or a folder on the server, encoded.
  func path(_ path: String) -> String {
    "\(root)/\(URLText.encoded(path, keepingSlashes: true))"
  }
}
