internal import DaybookMacros

extension Draft {
  /// Brings what is wanted onto a list. A portion that is there already gets its new quantity, but
  /// one that was bought stays as it is.
  mutating func bring(_ wants: [Want], onto list: ID<GroceryList>) throws {
    let there = try portions(on: list)
    for want in wants {
      let item = GroceryListItem(
        list: list, name: want.name, portions: [want.portion], category: want.category,
        note: want.note)
      guard let known = there[want.portion.id] else {
        // The same on every device, so that two who shop apart make one item.
        try self.want(item, orNew: ID(name: "\(want.portion.id)", in: list.rawValue))
        continue
      }
      if known.isBought || known.portion == want.portion { continue }
      try append(.wanted(item), to: known.item)
    }
  }

  /// Wants of somebody who wants it once more: what was bought already is wanted anew, and what is
  /// still to be bought is wanted once.
  func anew(_ wants: [Want], on list: ID<GroceryList>) throws -> [Want] {
    let there = try portions(on: list)
    return wants.map { want in
      var want = want
      while there[want.portion.id]?.isBought == true {
        // The same on every device, as the first one is.
        want.portion.id = UUID(name: "again", in: want.portion.id)
      }
      return want
    }
  }

  /// Takes what some sources want off a list, but what is bought.
  mutating func takeBack(
    from list: ID<GroceryList>, _ isTaken: (Portion) -> Bool
  ) throws {
    for row in try now().rows(ItemsByList.where(list, false)) {
      let portions = row.row.portions.filter(isTaken).map(\.id)
        .filter { !row.row.bought.contains($0) }
      if !portions.isEmpty { try append(.unwanted(portions: portions), to: row.key.id) }
    }
  }

  /// Where each portion is that is on a list.
  private func portions(
    on list: ID<GroceryList>
  ) throws -> [UUID: (item: ID<GroceryListItem>, portion: Portion, isBought: Bool)] {
    var found: [UUID: (item: ID<GroceryListItem>, portion: Portion, isBought: Bool)] = [:]
    for row in try now().rows(ItemsByList.where(list)) {
      for portion in row.row.portions {
        found[portion.id] = (row.key.id, portion, row.row.bought.contains(portion.id))
      }
    }
    return found
  }
}
