import Daybook
import DaybookInspector
import Testing

/// What is found out in the background, for several pages at once.
@Suite(.timeLimit(.minutes(5))) struct ShareKeeperTests {
  private let pantry: Pantry
  private let view = GramsPerShelf.name

  init() throws { pantry = try Pantry() }

  /// Searches that end when a test lets them.
  private actor Gates {
    private var isOpen: Set<String> = []
    private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    private(set) var begun: [String] = []

    func pass(_ view: String) async {
      begun.append(view)
      if !isOpen.contains(view) { await withCheckedContinuation { waiting[view] = $0 } }
    }

    func open(_ view: String) {
      isOpen.insert(view)
      waiting.removeValue(forKey: view)?.resume()
    }
  }

  private func finished(_ view: String, _ keeper: ShareKeeper) async throws {
    while true {
      if case .done = try await keeper.answer(view) { return }
    }
  }

  @Test func `who asks for a third view waits, and ends nobody's work`() async throws {
    let (gates, store, view) = (Gates(), pantry.store, view)
    let keeper = ShareKeeper(patience: .milliseconds(5), grace: .seconds(3600)) { name, _ in
      await gates.pass(name)
      try Task.checkCancellation()
      return try await store.contributions(to: view)
    }
    for name in ["a", "b"] {
      guard case .underWay = try await keeper.answer(name) else {
        Issue.record("\(name) is not under way")
        return
      }
      while await !gates.begun.contains(name) { await Task.yield() }
    }
    guard case .waiting = try await keeper.answer("c") else {
      Issue.record("c does not wait")
      return
    }
    await gates.open("a")
    try await finished("a", keeper)
    // Now that it was told, its place is free.
    await gates.open("c")
    try await finished("c", keeper)
    await gates.open("b")
    try await finished("b", keeper)
    #expect(await gates.begun == ["a", "b", "c"])
  }

  @Test func `what is as new as somebody wants is not found out again`() async throws {
    let (gates, store, view) = (Gates(), pantry.store, view)
    await gates.open(view)
    let keeper = ShareKeeper(patience: .seconds(60)) { name, _ in
      await gates.pass(name)
      return try await store.contributions(to: name)
    }
    try await finished(view, keeper)
    try pantry.weigh("Ada", 0, 1)
    for number in [UInt64(0), 6, 7, 7, 0] {
      guard case .done(let found) = try await keeper.answer(view, since: number) else {
        Issue.record("\(number) is not found out")
        return
      }
      #expect(found.token.number >= number)
    }
    #expect(await gates.begun == [view, view])
  }

  @Test func `a failure is told and not kept`() async throws {
    let store = pantry.store
    let keeper = ShareKeeper(patience: .seconds(60)) { name, _ in
      try await store.contributions(to: name)
    }
    for _ in 0..<3 {
      await #expect(throws: StoreError.self) { try await keeper.answer("nothing") }
    }
    try await finished(view, keeper)
  }
}
