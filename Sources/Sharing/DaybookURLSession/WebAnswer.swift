/// What a server answered.
struct WebAnswer: Hashable, Sendable {
  /// The status, such as 200.
  let status: Int
  /// Fields of the head, their names in lower case.
  let headers: [String: String]
  /// The body.
  var body: [UInt8] = []

  /// Whether as many bytes came as the head said; what says nothing counts as whole.
  var isWhole: Bool {
    guard headers["content-encoding"] == nil,
      let length = headers["content-length"].flatMap({ Int($0) })
    else { return true }
    return body.count >= length
  }
}
