/// A key of several parts; a query can name the first of them, see ``ViewQuery/where(_:)``.
///
/// `Key2` … `Key5` are such keys. Your own key becomes one when you name the types of its parts, in
/// the order in which it writes them:
///
/// ```swift
/// extension AisleKey: CompositeKey {
///   typealias First = String
///   typealias Rest = Key2<String, ID<Grocery>>
/// }
/// ```
public protocol CompositeKey: OrderedKey {
  /// The most significant part.
  associatedtype First: OrderedKey
  /// What follows it.
  associatedtype Rest: OrderedKey
}
