import Daybook

extension ToolScreen {
  /// What a change says; nil when its kind is not known here.
  func change(_ change: History.AnyChange) -> ShownChange<Self>? {
    kind(stored: change.kind)?.change(change, self)
  }
}
