import Daybook

extension Reader {
  /// Whose diary it is; of several, which two phones made apart, that with the least identifier.
  func profile() throws -> PuppyProfile? {
    try entities(of: Kept<PuppyProfile>.self, limit: 1).first?.value
  }
}
