// snippet: processes-widget
import DaybookSnapshot
import Foundation

/// What the widget shows.
func shownList(in group: URL) throws -> String {
  let published = SnapshotFolder(path: group.appendingPathComponent("published").path)
  return String(decoding: try published.snapshot("list.txt").bytes, as: UTF8.self)
}

/// What its button does: the event `Grocery.Event.bought`, whose payload is JSON in field 1.
func buy(_ item: UUID, in group: URL) throws {
  var payload = InboxPayload()
  payload.bytes(1, Array(#"{"bought":{}}"#.utf8))
  let inbox = InboxFolder(
    path: group.appendingPathComponent("inbox").path,
    shown: SnapshotFolder(path: group.appendingPathComponent("published").path))
  try inbox.drop(
    InboxEvent(
      "groceries.item.event", kind: "groceries.item", entity: item, payload: payload.bytes),
    author: "widget")
}
// end
