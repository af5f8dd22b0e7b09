#if Tools
public import Daybook

extension StoreTool where Screen == PlainScreen, Look == ZoneArguments {
  public static func screen(
    _ look: ZoneArguments?, of store: EventStore, _ arguments: StoreArguments<Self>,
    asOf token: History.Token?
  ) throws -> PlainScreen {
    PlainScreen(
      schema, words: words,
      zone: try look?.timeZone() ?? zone(for: store.parameters))
  }
}
#endif
