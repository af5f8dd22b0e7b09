public import Daybook

extension History.Filter {
  /// Those of a writer by the name that `Reader.writer(of:)` gives; nil for those of nobody.
  public static func writer(
    _ name: String?, _ reader: borrowing Reader
  ) throws -> History.Filter {
    let devices = try reader.devices(of: name)
    if devices.isEmpty { return author(name) }
    return name == nil
      ? author(nil) && !replica(anyOf: devices)
      : author(name) || author(nil) && replica(anyOf: devices)
  }
}
