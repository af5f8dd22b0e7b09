/// What goes wrong with a server in memory, drawn by a seed.
struct RemoteFaults: Sendable {
  /// How often, in a hundred requests, the server says that it is busy.
  var busy = 0
  /// How often a request does not arrive.
  var lostRequests = 0
  /// How often a request is carried out and its answer does not arrive.
  var lostAnswers = 0
  /// How often a failure is told of what was carried out.
  var failures = 0
  /// How often a list is that of a moment ago.
  var staleLists = 0
  /// Whether files are replaced that were to be left.
  var ignoresConditions = false

  static let none = RemoteFaults()
  static let all = RemoteFaults(
    busy: 8, lostRequests: 5, lostAnswers: 8, failures: 5, staleLists: 10)
}
