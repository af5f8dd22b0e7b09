extension FeedSession {
  /// Makes it a feed of a type; what tells more than the type and is of it stays.
  mutating func refine(to type: FeedType) {
    let told = feedType
    if content.isUnknown || told != type { content = type.content }
    if route.isUnknown || told != nil && told != type { route = type.route }
  }
}
