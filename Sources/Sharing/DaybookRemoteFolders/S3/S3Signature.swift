internal import Crypto
internal import Daybook
internal import Foundation

/// Signs requests of a bucket: AWS Signature Version 4 for the service `s3`, with the whole body.
///
/// Source: *Authenticating Requests: Using the Authorization Header* in the S3 API reference.
struct S3Signature: Sendable {
  let credentials: S3Credentials
  let region: String

  /// The fields of the head that prove who asks.
  ///
  /// - Parameters:
  ///   - path: encoded, with its first slash.
  ///   - query: names and values, not encoded.
  ///   - headers: those of the request with `host`, their names in lower case. All are signed.
  func headers(
    _ method: String, path: String, query: [(String, String)], headers: [String: String],
    body: [UInt8], at date: Date
  ) -> [String: String] {
    let time = Self.text(date)
    let day = String(time.prefix(8))
    let hash = SHA256.hash(data: body).bytes.hexadecimal
    var headers = headers
    headers["x-amz-date"] = time
    headers["x-amz-content-sha256"] = hash
    if let token = credentials.token { headers["x-amz-security-token"] = token }
    let sorted = headers.sorted { $0.key < $1.key }
    let names = sorted.map(\.key).joined(separator: ";")
    let request = [
      method, path, Self.text(query),
      sorted.map { "\($0.key):\($0.value.trimmingCharacters(in: .whitespaces))\n" }.joined(),
      names, hash,
    ].joined(separator: "\n")
    let scope = "\(day)/\(region)/s3/aws4_request"
    let toSign = [
      "AWS4-HMAC-SHA256", time, scope,
      SHA256.hash(data: Array(request.utf8)).bytes.hexadecimal,
    ].joined(separator: "\n")
    let first = Array("AWS4\(credentials.secret)".utf8)
    let key = [day, region, "s3", "aws4_request"].reduce(first) { Self.code($1, $0) }
    headers["authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(credentials.id)/\(scope), SignedHeaders=\(names), "
      + "Signature=\(Self.code(toSign, key).hexadecimal)"
    return headers
  }

  /// A query as it is signed and sent: sorted, and encoded.
  static func text(_ query: [(String, String)]) -> String {
    query.map { (URLText.encoded($0.0), URLText.encoded($0.1)) }
      .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private static func code(_ text: String, _ key: [UInt8]) -> [UInt8] {
    let key = SymmetricKey(data: key)
    return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).bytes
  }

  /// A time as `20260102T030405Z`.
  private static func text(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String { (number ?? 0).padded(2) }
    return "\((parts.year ?? 0).padded(4))\(two(parts.month))\(two(parts.day))T"
      + "\(two(parts.hour))\(two(parts.minute))\(two(parts.second))Z"
  }
}

extension Sequence<UInt8> {
  fileprivate var bytes: [UInt8] { Array(self) }
}
