extension EntityRecord {
  /// Notes that the newest event in canonical order is one of the draft.
  mutating func noteFolded(in draft: borrowing DraftBuffer) {
    if newest == 0 { created = draft.effectiveTime }
    modified = draft.effectiveTime
    newest = draft.number
  }
}
