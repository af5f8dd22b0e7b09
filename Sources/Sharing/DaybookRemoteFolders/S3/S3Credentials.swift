internal import Foundation

/// The key of a bucket. Nothing that prints it shows the secret.
struct S3Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  let id: String
  let secret: String
  /// What comes with a key that is valid for some hours; nil for one that stays.
  let token: String?

  var description: String { "the key of a bucket" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension S3Credentials {
  /// The key that the environment names, or else a profile of the file that other programs for
  /// buckets use, too.
  ///
  /// - Parameters:
  ///   - environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; else
  ///     `AWS_PROFILE` of the file `AWS_SHARED_CREDENTIALS_FILE`, by default
  ///     `~/.aws/credentials`.
  ///   - read: gives the text of a file; nil when there is none.
  /// - Returns: nil when there is none.
  init?(_ environment: [String: String], read: (String) -> String?) {
    func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let id = set("AWS_ACCESS_KEY_ID"), let secret = set("AWS_SECRET_ACCESS_KEY") {
      self.init(id: id, secret: secret, token: set("AWS_SESSION_TOKEN"))
      return
    }
    let home = set("HOME").map { "\($0)/.aws/credentials" }
    guard let path = set("AWS_SHARED_CREDENTIALS_FILE") ?? home, let text = read(path) else {
      return nil
    }
    let profile = set("AWS_PROFILE") ?? "default"
    var (section, values): (String?, [String: String]) = (nil, [:])
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
      } else if section == profile, let equals = line.firstIndex(of: "=") {
        let name = line[..<equals].trimmingCharacters(in: .whitespaces)
        let value = line[line.index(after: equals)...]
        values[name] = value.trimmingCharacters(in: .whitespaces)
      }
    }
    guard let id = values["aws_access_key_id"], let secret = values["aws_secret_access_key"]
    else { return nil }
    self.init(id: id, secret: secret, token: values["aws_session_token"])
  }
}
