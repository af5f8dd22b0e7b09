public import DaybookInspector
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals

/// Pages of a store for the browsers of this machine, and for nobody else.
public struct InspectorServer: Sendable {
  private let inspector: Inspector
  private let port: Int
  private let secret: String

  /// More connections wait until others are closed.
  private static let connections = 32

  /// - Parameters:
  ///   - port: where it answers, on 127.0.0.1 and ::1; 0 takes a free one.
  ///   - secret: what every address begins with; made anew for each run.
  public init(_ inspector: Inspector, port: Int = 0, secret: String = Secret.make()) {
    (self.inspector, self.port, self.secret) = (inspector, port, secret)
  }

  /// Answers until the task is cancelled, or SIGTERM or SIGINT comes.
  ///
  /// - Parameter ready: called with the address of the first page as soon as it answers.
  /// - Throws: what keeps it from answering on 127.0.0.1; a machine without ::1 is served there.
  public func run(ready: @escaping @Sendable (_ address: String) async -> Void) async throws {
    let served = ServedPort()
    let (second, begin) = AsyncStream.makeStream(of: Int.self)
    let first = application(at: "127.0.0.1", port, served) { [secret] number in
      served.set(number)
      begin.yield(number)
      begin.finish()
      await ready("http://127.0.0.1:\(number)/\(secret)/")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { begin.finish() }
        try await first.runService(gracefulShutdownSignals: [.sigterm, .sigint])
      }
      group.addTask {
        for await number in second {
          // Of a machine without IPv6, or where another program has the port there, one is enough.
          try? await application(at: "::1", number, served) { _ in }
            .runService(gracefulShutdownSignals: [.sigterm, .sigint])
        }
      }
      // The first decides: it has the address that was told.
      try await group.waitForAll()
    }
  }

  private func application(
    at host: String, _ port: Int, _ served: ServedPort,
    _ ready: @escaping @Sendable (Int) async -> Void
  ) -> Application<InspectorResponder> {
    // What fails is thrown, or is a page.
    let logger = Logger(label: "daybook.inspector", factory: { _ in SwiftLogNoOpLogHandler() })
    return Application(
      responder: InspectorResponder(inspector: inspector, secret: secret, port: served),
      server: .http1(configuration: .init(idleTimeout: .seconds(60))),
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections)),
      onServerRunning: { await ready($0.localAddress?.port ?? 0) }, logger: logger)
  }
}
