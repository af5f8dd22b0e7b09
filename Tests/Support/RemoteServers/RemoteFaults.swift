/// What goes wrong with a server in memory: how often, in a hundred requests.
package struct RemoteFaults: Sendable, Equatable {
  /// The server says that it is busy.
  package var busy = 0
  /// A request does not arrive.
  package var lostRequests = 0
  /// A request is carried out and its answer does not arrive.
  package var lostAnswers = 0
  /// A failure is told of what was carried out.
  package var failures = 0
  /// A list lacks the file that was written last.
  package var staleLists = 0
  package enum Conditions: Sendable, CaseIterable { case kept, ignored, refused }

  /// What comes of a request to leave a file as it is.
  package var conditions = Conditions.kept
  /// Whether there is no room for another file.
  package var isFull = false

  package init(
    busy: Int = 0, lostRequests: Int = 0, lostAnswers: Int = 0, failures: Int = 0,
    staleLists: Int = 0, conditions: Conditions = .kept
  ) {
    (self.busy, self.lostRequests, self.lostAnswers) = (busy, lostRequests, lostAnswers)
    (self.failures, self.staleLists) = (failures, staleLists)
    self.conditions = conditions
  }

  package static let none = RemoteFaults()
  package static let all = RemoteFaults(
    busy: 8, lostRequests: 5, lostAnswers: 8, failures: 5, staleLists: 10)
}
