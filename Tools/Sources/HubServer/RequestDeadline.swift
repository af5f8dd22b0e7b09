internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection on which no request has begun for a while, however many single bytes came.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let (first, next): (TimeAmount, TimeAmount)
  private var deadline: Scheduled<Void>?

  init(_ patience: HubPatience) {
    (first, next) = (TimeAmount(patience.firstHead), TimeAmount(patience.nextHead))
  }

  func handlerAdded(context: ChannelHandlerContext) { wait(context, first) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: deadline?.cancel()
    case .end: wait(context, next)
    case .body: break
    }
    context.fireChannelRead(data)
  }

  private func wait(_ context: ChannelHandlerContext, _ time: TimeAmount) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      channel.close(promise: nil)
    }
  }
}
