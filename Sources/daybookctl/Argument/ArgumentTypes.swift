#if Tools
  public import ArgumentParser
  public import Nursery

  extension VolumeUnit: ExpressibleByArgument {
    public init?(argument: String) { self.init(text: argument) }
    public static var allValueStrings: [String] { [] }
    public var defaultValueDescription: String { "" }
  }

  /// A time of day, such as `07:00`.
  struct ClockTime: ExpressibleByArgument {
    let hour: Int
    let minute: Int

    init?(argument: String) {
      let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
        let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
      else { return nil }
      self.hour = Int(hour)
      self.minute = Int(minute)
    }
  }

  /// How many of something, from 1.
  struct Count: ExpressibleByArgument {
    let value: Int

    init(_ value: Int) { self.value = value }

    init?(argument: String) {
      guard let value = Int(argument), value > 0 else { return nil }
      self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
  }
#endif
