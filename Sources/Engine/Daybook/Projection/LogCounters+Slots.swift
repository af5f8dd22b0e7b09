extension LogCounters {
  /// The state of a slot.
  subscript(slot: ProjectionSlot) -> SlotState {
    get {
      slot.isBuilding ? projections[slot.number].building : projections[slot.number].live
    }
    set {
      if slot.isBuilding {
        projections[slot.number].building = newValue
      } else {
        projections[slot.number].live = newValue
      }
    }
  }
}
