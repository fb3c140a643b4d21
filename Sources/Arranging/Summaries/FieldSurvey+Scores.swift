import TableModel

/// Scores: a well-known name counts for hundreds, what the values look like for tens, and what
/// many records lack, or all have alike, counts less. Nil rules a field out.
extension FieldSurvey.Field {
  private static let textNames = [
    "title", "headline", "name", "fullname", "displayname", "label", "subject", "heading",
    "caption", "text", "message", "msg", "package", "product", "question", "event", "login",
    "username", "nickname", "screenname", "filename", "file", "path", "word", "term", "key",
    "summary", "description", "content", "body", "code", "slug", "email", "id",
  ]

  private static let detailNames = [
    "subtitle", "detail", "details", "tagline", "description", "desc", "abstract", "excerpt",
    "author", "artist", "byline", "by", "creator", "owner", "manufacturer", "brand", "vendor",
    "publisher", "company", "summary", "director", "role", "job", "category", "genre", "price",
    "cost", "amount", "status", "state", "level", "severity", "priority", "type", "version",
    "language", "country", "city", "location", "address", "email", "date", "createdat",
    "publishedat", "updatedat", "timestamp", "time", "ts", "year", "score", "rating",
  ]

  private static let imageNames = [
    "image", "imagename", "imageurl", "thumbnail", "thumb", "icon", "iconname", "avatar",
    "avatarurl", "photo", "picture", "flag", "emoji", "logo", "cover", "poster", "artwork", "img",
  ]

  private static let imageEndings = [
    "image", "imagename", "imageurl", "thumbnail", "thumbnailurl", "icon", "iconurl", "avatar",
    "avatarurl", "photo", "photourl", "picture", "pictureurl", "logo", "logourl",
  ]

  /// Keys whose record is a person: what it is called says who.
  private static let people = ["author", "user", "owner", "artist", "creator", "actor", "sender"]
  private static let namesOfPeople = [
    "name", "displayname", "fullname", "login", "username", "screenname",
  ]

  private var isNested: Bool { parent != nil }
  private var isText: Bool { texts * 2 > present }
  private var isLink: Bool { links * 2 > max(1, texts) }
  private var isStamp: Bool { stamps * 2 > max(1, texts) }
  private var isConstant: Bool { distinct.count == 1 && present > 2 }
  private var averageLength: Double { Double(totalLength) / Double(max(1, texts)) }
  private var variety: Double { Double(distinct.count) / Double(max(1, present)) }
  private var isIdentifier: Bool {
    if ["id", "uuid", "guid", "key", "nodeid", "hash", "sha"].contains(name) { return true }
    guard case .key(let key)? = path.steps.last else { return false }
    return ["_id", "Id", "ID", "-id"].contains { key.hasSuffix($0) }
  }

  /// The place of a name in a list as points: the first has all of them, each further ten less.
  private func points(_ names: [String], _ all: Double) -> Double? {
    names.firstIndex(of: name).map { all - Double($0) * 10 }
  }

  private var isImage: Bool {
    Self.imageNames.contains(name) || Self.imageEndings.contains { name.hasSuffix($0) }
  }

  var textScore: Double? {
    guard texts + numbers + dates > 0 else { return nil }
    if presence < 0.2 { return presence }
    // An address is better than a time or a number, and worse than a name.
    if isLink, isText { return 150 + variety * 100 - (1 - presence) * 100 }
    let named = points(Self.textNames, 1000) ?? textPointsOfEnding
    var score = named ?? (isText && !isIdentifier ? 200 : 20)
    score += variety * 100 - min(averageLength, 100) * (named == nil ? 1 : 0.1)
    score -= (1 - presence) * 500
    if isIdentifier { score -= isText ? 250 : 900 } else if !isText || isStamp { score -= 150 }
    if isConstant { score -= 400 }
    if isNested { score -= 400 }
    if isImage { score -= 600 }
    if averageLength > 80 { score -= 120 }
    return max(score, presence)
  }

  /// `product_name` is nearly as good as `name`.
  private var textPointsOfEnding: Double? {
    let endings = ["title", "name", "label"]
    return endings.contains { name.hasSuffix($0) } && !isImage ? 750 : nil
  }

  var detailScore: Double? {
    guard texts + numbers + dates > 0, presence >= 0.3, !isImage, !isLink, !isIdentifier
    else { return nil }
    if let parent, Self.people.contains(parent), let rank = Self.namesOfPeople.firstIndex(of: name)
    {
      return 650 - Double(rank) * 10 + presence * 100
    }
    var score = points(Self.detailNames, 800) ?? 0
    if score == 0 {
      guard !isNested, presence >= 0.5, averageLength <= 80 else { return nil }
      score = isText ? 100 : 60
    }
    score += presence * 100 + variety * 20
    if isNested { score -= 300 }
    return isConstant ? max(1, score - 400) : score
  }

  var imageScore: Double? {
    guard (texts + datas) * 2 > present, present > 0, isImage else { return nil }
    let score = (points(Self.imageNames, 800) ?? 500) + presence * 100
    return isNested ? score - 100 : score
  }
}
