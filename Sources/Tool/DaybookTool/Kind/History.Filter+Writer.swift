public import Daybook

extension History.Filter {
  /// Those of a writer by the name that `Reader.writer(of:)` gives; nil for those of nobody.
  public static func writer(
    _ name: String?, _ reader: borrowing Reader
  ) throws -> History.Filter {
    let devices = try reader.devices(of: name)
    if devices.isEmpty { return author(name) }
    return name == nil
      ? author(nil) && notReplica(anyOf: devices)
      : author(name) || author(nil) && replica(anyOf: devices)
  }

  /// Those of every other writer, those of nobody included unless nil is given.
  public static func notWriter(
    _ name: String?, _ reader: borrowing Reader
  ) throws -> History.Filter {
    let devices = try reader.devices(of: name)
    if devices.isEmpty { return notAuthor(name) }
    return name == nil
      ? notAuthor(nil) || replica(anyOf: devices)
      : notAuthor(name) && (notAuthor(nil) || notReplica(anyOf: devices))
  }
}
