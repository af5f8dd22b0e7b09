internal import LMDB

extension Heads {
  /// The state of a slot.
  subscript(slot: ProjectionSlot) -> SlotState {
    get {
      slot.isBuilding ? projections[slot.head].building : projections[slot.head].live
    }
    set {
      if slot.isBuilding {
        projections[slot.head].building = newValue
      } else {
        projections[slot.head].live = newValue
      }
    }
  }
}
