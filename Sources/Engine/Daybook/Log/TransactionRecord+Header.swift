extension TransactionRecord {
  /// What the record says otherwise than the header that travels, from which it was made; nil when
  /// nothing.
  ///
  /// Nobody signs the record, and other stores have only the header.
  func difference(from header: TravellingHeader, _ names: borrowing Names) -> String? {
    if sequence != header.sequence { return "sequence" }
    if time != header.time { return "time" }
    if stampTime != min(header.stampTime ?? header.time, header.time) { return "stamp" }
    if (flags & Self.hasUndoAuthor != 0) != (header.undoAuthor != nil) { return "undo's author" }
    if !Self.isName(author, .author, header.author, names) { return "author" }
    if !Self.isName(context, .context, header.context, names) { return "context" }
    if !Self.isName(process, .process, header.process, names) { return "process" }
    return nil
  }

  private static func isName(
    _ number: UInt32, _ sort: Names.Sort, _ text: String?, _ names: borrowing Names
  ) -> Bool {
    guard let text else { return number == 0 }
    guard let name = names[number] else { return false }
    return name.sort == sort.rawValue && name.text.isWritten(as: text)
  }
}
