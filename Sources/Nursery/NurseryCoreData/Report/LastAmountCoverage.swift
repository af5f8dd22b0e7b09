#if CoreData
/// How many babies the log knows a last amount of.
///
/// The app kept it beside the baby; here it follows from the feeds. What the app kept is not
/// copied but counted, so that nobody has to wonder where an amount went.
public struct LastAmountCoverage: Sendable, Hashable, Codable {
  /// The babies of the store.
  public var babies = 0
  /// Those with a feed that has an amount.
  public var filled = 0
  /// Those for whom the app kept an amount and no feed has one.
  public var keptOnly = 0

  /// Babies with a last amount among all; 1 when there are none.
  public var share: Double { babies == 0 ? 1 : Double(filled) / Double(babies) }
}
#endif
