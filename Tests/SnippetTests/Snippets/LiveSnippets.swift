import Daybook
import Observation
import Testing

// snippet: live-search
/// What a search field shows: as the text changes, and as the store does.
@MainActor @Observable
final class GrocerySearch {
  let hits = ObservedValue<[ViewRow<Key2<String, ID<Grocery>>, Empty>]>()
  var text = "" { didSet { ask() } }
  private let store: EventStore

  init(_ store: EventStore) { self.store = store }

  private func ask() {
    let words = GroceryWords.all.beginning(with: text.lowercased()).limit(50)
    hits.follow(text.isEmpty ? nil : store.values(of: words))
  }
}
// end

#if canImport(SwiftUI)
// snippet: live-views
import SwiftUI

struct AisleView: View {
  @Live private var items: [ViewRow<ToBuy.Key, Empty>]

  init(aisle: String) { _items = Live(ToBuy.where(aisle)) }

  var body: some View {
    List(items) { Text($0.key.second) }
  }
}

struct ShoppingScene: View {
  let store: EventStore

  var body: some View {
    AisleView(aisle: "dry").environment(\.eventStore, store)
  }
}
// end
#endif

/// What the page on live values says, run.
struct LiveSnippets {
  @Test @MainActor func `a search field follows text and store`() async throws {
    let store = try EventStore.temporary(
      schema: Schema().entity(Grocery.self).projection(GroceryWords()).projection(BoughtByAisle()))
    let rice = ID<Grocery>.timeOrdered()
    try await store.append { draft in
      try draft.append(.added(name: "Brown rice", aisle: "dry"), to: rice)
    }
    let search = GrocerySearch(store)
    #expect(search.hits.value.isEmpty)
    search.text = "Ri"
    #expect(search.hits.value.map(\.key.second) == [rice])
    search.text = "Rib"
    #expect(search.hits.value.isEmpty)
    let aisle = "dry"
    // snippet: live-projection
    let bought = store.values(of: BoughtByAisle.self, id: aisle) { try $0.total(of: aisle) }
    let tally = ObservedValue(bought, otherwise: Tally())
    print(tally.value.count, tally.failure ?? "")
    // end
    #expect(tally.value.count == 1)
    // snippet: live-closure
    let summary = store.values(id: rice) { reader in
      let item = try reader.entity(rice)
      let total = try reader.view(BoughtByAisle.self).total(of: item?.aisle ?? "")
      return "\(item?.name ?? "nothing"), one of \(total.count)"
    }
    // end
    #expect(try summary.current() == "Brown rice, one of 1")
  }
}
