/// How long the server of a hub waits for those who call, and how often it looks at its files.
package struct HubPatience: Sendable {
  /// For a handshake, also from far away.
  package var handshake = Duration.seconds(20)
  /// For the head of a connection's first request.
  package var firstHead = Duration.seconds(30)
  /// For the head of each later one, after the request before.
  package var nextHead = Duration.seconds(90)
  /// For a body.
  package var body = Duration.seconds(30)
  /// How often the files of the certificate are read again.
  package var certificate = Duration.seconds(60)

  package init() {}
}
