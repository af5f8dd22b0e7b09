public import DaybookMacros

@Payload
public struct Grocery {
  @Field(1) public let id: UUID
  @Field(2) public var name: String
  @Field(4) public var aisle: String?
  @Field(3) public var tags: [String]
  @Field(16) public var `default` = true

  public var isLong: Bool { name.count > 40 }
}
