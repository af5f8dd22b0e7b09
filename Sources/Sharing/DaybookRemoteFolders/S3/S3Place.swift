internal import DaybookSync
internal import Foundation

/// A bucket and a place in it, and how the server that has it is asked.
struct S3Place: Sendable, Hashable {
  let bucket: String
  /// Without slashes at its ends; may be empty.
  let prefix: String
  let region: String
  /// Scheme, host and port.
  let origin: String
  let host: String
  /// What comes before the keys in a path: nothing, or the bucket where the host does not name it.
  let root: String

  /// For people.
  var address: String { "s3://\(bucket)\(prefix.isEmpty ? "" : "/\(prefix)")" }

  /// - Parameters:
  ///   - address: `s3://BUCKET/PREFIX`.
  ///   - endpoint: the server, `https://…`; `{bucket}` in it stands for the bucket, where the host
  ///     names it. Nil for Amazon.
  ///   - region: nil for `us-east-1`.
  /// - Throws: `SyncError.text`.
  init(_ address: String, endpoint: String?, region: String?) throws {
    let parts = address.dropFirst("s3://".count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let bucket = parts.first.map(String.init) ?? ""
    // What servers allow in general, and no more than an address takes.
    let isName = bucket.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || ".-_".utf8.contains($0)
    }
    guard address.hasPrefix("s3://"), (3...63).contains(bucket.utf8.count), isName else {
      throw SyncError(.text, "“\(address)” is no bucket; name one as s3://BUCKET/FOLDER")
    }
    self.bucket = bucket
    self.prefix = URLText.path(parts.count > 1 ? parts[1] : "")
    let region = region ?? "us-east-1"
    guard !region.isEmpty, region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else {
      throw SyncError(.text, "“\(region)” is no region of a bucket, such as eu-central-1")
    }
    self.region = region
    // A certificate is for one label before the host, so a bucket with dots goes into the path.
    let amazon =
      bucket.contains(".")
      ? "https://s3.\(region).amazonaws.com" : "https://{bucket}.s3.\(region).amazonaws.com"
    let given = endpoint ?? amazon
    let filled = given.replacing("{bucket}", with: bucket)
    guard let url = URLComponents(string: filled), let host = url.host, !host.isEmpty,
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.user == nil, url.password == nil, url.query == nil
    else {
      throw SyncError(
        .text, "the endpoint of a bucket is an address as https://HOST, without a name or password")
    }
    let port = url.port.map { ":\($0)" } ?? ""
    self.host = host + port
    origin = "\(scheme)://\(host)\(port)"
    let base = URLText.path(url.path)
    root = (base.isEmpty ? "" : "/\(base)") + (given.contains("{bucket}") ? "" : "/\(bucket)")
  }

  /// The key of a file.
  func key(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix)/\(path)" }
}
