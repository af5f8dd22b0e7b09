public import Daybook

extension Reader {
  /// What a transaction did, in the words of its events.
  public func shownChanges<Screen: ToolScreen>(
    in number: UInt64, _ screen: Screen
  ) throws -> [ShownChange<Screen>] {
    var changes = try changes(in: number).compactMap { screen.change($0) }
    guard let transaction = try transaction(number) else { return changes }
    var events: [UUID: String] = [:]
    for position in transaction.positions {
      let event = try event(position)
      // A start that tells more than its event has room for is followed by a change.
      if events[event.entity] == "started" || events[event.entity] == "finished" { continue }
      events[event.entity] = event.type.name.split(separator: ".").last.map(String.init)
    }
    for index in changes.indices {
      switch events[changes[index].id] {
      case "started": changes[index].verb = "started"
      case "finished": changes[index].verb = "finished"
      case "stopped": changes[index].verb = "stopped"
      case "restarted": changes[index].verb = "restarted"
      case "cancelled": changes[index].verb = "cancelled"
      case "restored" where changes[index].sort == .inserted:
        changes[index].verb = "brought back"
      default: break
      }
    }
    return changes
  }
}
