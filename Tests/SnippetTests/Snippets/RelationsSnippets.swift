import Daybook

// snippet: relation-kinds
struct Album: Entity, CodablePayload {
  static let kind = "photos.album"
  var title: String

  enum Event: CodableEntityEvent {
    case made(title: String)
    case deleted
  }

  static func fold(_ album: inout Album?, _ event: Event) {
    switch event {
    case .made(let title): album = Album(title: title)
    case .deleted: album = nil
    }
  }
}

struct Photo: Entity, CodablePayload {
  static let kind = "photos.photo"
  var caption: String
  var album: ID<Album>
  var place: ID<Place>?

  enum Event: CodableEntityEvent {
    case taken(Photo)
    case moved(to: ID<Album>)
    case removed
  }

  static func fold(_ photo: inout Photo?, _ event: Event) {
    switch event {
    case .taken(let new): photo = new
    case .moved(let album): photo?.album = album
    case .removed: photo = nil
    }
  }
}
// end

// snippet: relation-cascade
/// The photos of an album are gone with it.
struct PhotosOfAlbum: Relation {
  static let name = "photos.ofAlbum"
  static let rule = DeleteRule.cascade
  static func parent(of photo: Photo) -> ID<Album>? { photo.album }
  static func set(_ album: ID<Album>?, of photo: inout Photo) {
    if let album { photo.album = album }
  }
}
// end

// snippet: relation-nullify
/// A photo stays when its place is deleted.
struct PhotosAtPlace: Relation {
  static let name = "photos.atPlace"
  static let rule = DeleteRule.nullify
  static func parent(of photo: Photo) -> ID<Place>? { photo.place }
  static func set(_ place: ID<Place>?, of photo: inout Photo) { photo.place = place }
}
// end

// snippet: relation-merging
struct Place: Entity, CodablePayload {
  static let kind = "photos.place"
  var name: String
  var mergedInto: ID<Place>?
  var isGone = false

  var isDeleted: Bool { isGone }

  enum Event: CodableEntityEvent {
    case named(String)
    case merged(into: ID<Place>)
    case deleted
  }

  static func fold(_ place: inout Place?, _ event: Event) {
    switch event {
    case .named(let name): place = Place(name: name)
    case .merged(let kept): place?.mergedInto = kept
    case .deleted: place?.isGone = true
    }
  }
}

/// Which places are the same.
struct PlaceNames: Unique {
  static let name = "photos.placeNames"
  static func value(of place: Place) -> String? { place.name.lowercased() }
}
// end

// snippet: relation-schema
extension Schema {
  static let photos = Schema()
    .entity(Photo.self).entity(Album.self).entity(Place.self)
    .projection(PhotosOfAlbum()).projection(PhotosAtPlace()).projection(PlaceNames())
}
// end
