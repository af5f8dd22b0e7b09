import Foundation
import Synchronization

/// The last line of a terminal while a command works: what it does, how far it is, how
/// fast, and when it is over.
///
/// It appears after `delay` seconds, so that quick commands show none, and goes before
/// anything is printed. A delay of 0 shows each step at once.
final class ProgressLine: Sendable {
  private struct State: Sendable {
    var label: String
    var share: (done: Int, total: Int)?
    /// When the step began that the label names.
    var began = ContinuousClock.now
    var isShown = false
    var isOver = false
  }

  private let state: Mutex<State>
  private let start = ContinuousClock.now
  private let delay: Double
  private let write: @Sendable (String) -> Void

  init(_ label: String, delay: Double, write: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(label: label))
    self.delay = delay
    self.write = write
  }

  /// Draws the line again and again, in a thread of its own, until it is over.
  func run() {
    Thread.detachNewThread { [self] in
      while !state.withLock(\.isOver) {
        Thread.sleep(forTimeInterval: 0.2)
        draw()
      }
    }
  }

  /// Says what goes on from now, and how far that is.
  func show(_ label: String, _ share: (done: Int, total: Int)? = nil) {
    state.withLock {
      if $0.label != label { $0.began = .now }
      $0.label = label
      $0.share = share
    }
    if delay <= 0 { draw() }
  }

  /// Takes the line away, then calls `body`, which prints.
  func aside(_ body: () -> Void) {
    state.withLock { state in
      erase(&state)
      body()
    }
  }

  /// Takes the line away for good.
  func end() {
    state.withLock { state in
      erase(&state)
      state.isOver = true
    }
  }

  private func erase(_ state: inout State) {
    if state.isShown { write("\r\u{1B}[K") }
    state.isShown = false
  }

  private func draw() {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    state.withLock { state in
      guard !state.isOver, elapsed >= delay else { return }
      write("\r\(state.label.printable) \(text(state, elapsed))\u{1B}[K")
      state.isShown = true
    }
  }

  private func text(_ state: State, _ elapsed: Double) -> String {
    guard let share = state.share, share.total > 0 else { return "… \(Int(elapsed)) s" }
    let width = 30
    let done = min(max(share.done, 0), share.total)
    let filled = done * width / share.total
    let bar = String(repeating: "#", count: filled)
    return
      "[\(bar)\(String(repeating: ".", count: width - filled))] \(done * 100 / share.total) %"
      + Self.speed(done, of: share.total, after: (.now - state.began) / .seconds(1))
  }

  /// How fast it goes, and when it is over at that speed; nothing before anything is done.
  private static func speed(_ done: Int, of total: Int, after seconds: Double) -> String {
    guard done > 0, seconds > 0 else { return "" }
    let speed = Double(done) / seconds
    let left = Int((Double(total - done) / speed).rounded(.up))
    let time = left < 120 ? "\(left) s" : "\((left + 59) / 60) min"
    return ", \(Int(speed)) a second, \(time) left"
  }
}
