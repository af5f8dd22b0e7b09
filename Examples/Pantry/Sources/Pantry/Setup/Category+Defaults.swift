extension Category {
  /// What every household begins with.
  static let defaults: [Category] = [
    ("Produce", "#4C9F70"), ("Bakery", "#C89B5A"), ("Dairy", "#7FB3D5"), ("Meat", "#B85450"),
    ("Frozen", "#8FA8C8"), ("Pantry", "#A9825A"), ("Drinks", "#5B8FB9"), ("Other", "#8E8E93"),
  ].enumerated().map { rank, one in
    Category(name: one.0, color: one.1, rank: rank, isDefault: true)
  }
}
