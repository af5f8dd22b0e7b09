internal import Foundation

/// A name and a password for a server. Nothing that prints it shows the password.
struct WebDAVCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  let user: String
  let password: String

  var description: String { "a name and a password" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The field of a head that proves who asks: `Basic`, which says the password to the server.
  var authorization: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}

extension WebDAVCredentials {
  /// What the environment names, or else the file that other programs for servers use, too.
  ///
  /// - Parameters:
  ///   - host: the server's, without a port.
  ///   - environment: `DAYBOOK_WEBDAV_USER` and `DAYBOOK_WEBDAV_PASSWORD`; else the file `NETRC`,
  ///     by default `~/.netrc`.
  ///   - read: gives the text of a file; nil when there is none.
  /// - Returns: nil when there is none for the host.
  init?(for host: String, _ environment: [String: String], read: (String) -> String?) {
    func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let user = set("DAYBOOK_WEBDAV_USER"), let password = set("DAYBOOK_WEBDAV_PASSWORD") {
      self.init(user: user, password: password)
      return
    }
    guard let path = set("NETRC") ?? set("HOME").map({ "\($0)/.netrc" }), let text = read(path)
    else { return nil }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    var isHost = false
    var found: [String: String] = [:]
    while let word = words.popFirst() {
      switch word {
      case "machine": isHost = words.popFirst() == host && found.isEmpty
      case "default": isHost = found.isEmpty
      case "login", "password", "account":
        if let value = words.popFirst(), isHost { found[word] = value }
      default: break
      }
    }
    guard let user = found["login"], let password = found["password"] else { return nil }
    self.init(user: user, password: password)
  }
}
