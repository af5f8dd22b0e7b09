#if Tools
  public import ArgumentParser
  public import Daybook
  public import Nursery

  extension UUID: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(uuidString: argument) }
  }

  extension VolumeUnit: ExpressibleByArgument {
    public init?(argument: String) { self.init(text: argument) }
  }
#endif
