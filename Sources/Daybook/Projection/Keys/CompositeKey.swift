/// A key of several parts, of which the first ones can be asked for: see ``ViewQuery/where(_:)``.
///
/// `Key2` … `Key5` are such keys. A key of the app's own becomes one by naming the types of its
/// parts, in the order in which it writes them:
///
/// ```swift
/// extension AisleKey: CompositeKey {
///   typealias First = String
///   typealias Rest = Key2<String, UUID>
/// }
/// ```
public protocol CompositeKey: OrderedKey {
  /// The most significant part.
  associatedtype First: OrderedKey
  /// What follows it.
  associatedtype Rest: OrderedKey
}
