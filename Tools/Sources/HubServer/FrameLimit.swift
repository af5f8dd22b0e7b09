internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Closes an HTTP/2 connection on which more streams begin, or are reset, than a member's device
/// has any use for: before anything is made for them. Each stream costs the server a task, whatever
/// becomes of it.
final class FrameLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// As many calls as two sessions may make, and some requests that were given up.
  static let (streams, streamsPerSecond, resets, resetsPerSecond) = (400, 200, 50, 5)

  private let gate: ConnectionGate
  private var (isHTTP2, isOver) = (false, false)
  private var frames = FrameCount()
  private var (begun, reset): (Allowance, Allowance)

  init(_ gate: ConnectionGate) {
    let now = NIODeadline.now()
    self.gate = gate
    begun = Allowance(Self.streams, perSecond: Self.streamsPerSecond, at: now)
    reset = Allowance(Self.resets, perSecond: Self.resetsPerSecond, at: now)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent {
      isHTTP2 = negotiated == "h2"
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What comes until the connection is closed is of no use.
    if isOver { return }
    guard isHTTP2, !isWithinLimits(unwrapInboundIn(data)) else {
      return context.fireChannelRead(data)
    }
    isOver = true
    gate.note(CallOrigin.text(of: context.remoteAddress), at: .now())
    // Without the farewell of TLS, which would read what comes until the other side says it, too.
    let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
    (tls ?? context).close(promise: nil)
  }

  private func isWithinLimits(_ bytes: ByteBuffer) -> Bool {
    let (found, now) = (frames.read(bytes.readableBytesView), NIODeadline.now())
    return begun.use(found.streams, at: now) && reset.use(found.resets, at: now)
  }
}
