/// What a hub takes, so that nobody can use it up for others.
public struct HubLimits: Hashable, Sendable {
  /// The most bytes of a body: a run that its writer signed in one piece, and what is around it.
  public var longestBody = 9 << 20
  /// The most bytes that one space may have on the disk.
  public var largestSpace = 16 << 30
  /// The bytes of the disk that stay free for the logs: a file of an attachment that would take
  /// them is refused.
  public var leftFree = 16 << 20
  /// How many spaces there may be.
  public var spaces = 1_000
  /// How many of them are open at the same time.
  public var openSpaces = 64
  /// The most calls a second of one session; short bursts may have twice as many.
  public var callsPerSecond = 100
  /// The most calls a second of one address without a session; short bursts may have twice as many.
  public var strangersPerSecond = 50
  /// The most calls a second without a session, wherever they come from; short bursts may have
  /// twice as many.
  public var allStrangersPerSecond = 1_000
  /// How many sessions there may be. The oldest ones end.
  public var sessions = 100_000
  /// How many boxes for letters a space may have open in which no owner has answered yet. With the
  /// answered ones it may have 1,000 within a day.
  public var boxes = 20
  /// How many calls may wait for news at the same time.
  public var waits = 10_000
  /// How many of them one device may have. It needs one; a connection that was cut off leaves one
  /// for some seconds.
  public var waitsOfDevice = 16

  /// The limits of a household, or of some thousand of them.
  public init() {}
}
