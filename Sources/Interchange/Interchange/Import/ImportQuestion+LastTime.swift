extension ImportQuestion {
  /// What the question takes to be another one than the last import was told, `zone` or `unit`; nil
  /// for any other question.
  ///
  /// If last time's was wrong, an import that `corrects` needs no answer.
  public var toldLastTime: String? {
    if id == ImportGuard.zone { return "zone" }
    return id.hasSuffix(ImportGuard.factor) ? "unit" : nil
  }
}
