import DaybookTool
import Foundation

/// A baby that was deleted, or whose adding was taken back.
struct GoneBaby: Sendable {
  let id: UUID
  /// What it was called last.
  let name: String
  /// The transaction after which it was not there any more; 0 where that was purged.
  let number: UInt64
  let way: WayBack?
  /// The command that brings it back; nil when there is none.
  let back: String?

  /// What is wrong with a command that names it, and the way out.
  var sentence: String {
    let what = "the baby \(name) \(way == .restore ? "is deleted" : "was taken back")"
    return back.map { "\(what); to bring it back: \($0)" } ?? what
  }
}
