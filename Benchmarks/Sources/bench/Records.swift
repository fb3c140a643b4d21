import Workloads

/// Flat records as NDJSON, the same bytes every time: what filters are measured on.
///
/// `{"id": 7, "name": "Amber kettle No. 7", "price": 12.50, "stock": 3, "tags": ["new", "oak"],
/// "maker": {"city": "Vik", "rating": 4}}`, about 130 bytes a record. Names are nearly all
/// different, some are beyond ASCII, some records lack a price or a tag.
struct Records {
  /// Goes up when the bytes change, so that an older file is not taken for it.
  static let version = 1

  private var random = SplitMix(seed: 2)

  /// Writes records, each on a line.
  static func write(to path: String, count: Int) throws(BenchError) {
    var records = Records()
    var writer = try FileWriter(path: path)
    for number in 0..<count { try writer.write(records.record(number)) }
    try writer.finish()
  }

  /// How many of the records another version changes, removes, or has another one behind.
  static let changes = 1000

  /// Writes another version of the same records.
  static func writeChanged(to path: String, count: Int) throws(BenchError) {
    var records = Records()
    var writer = try FileWriter(path: path)
    let step = max(1, count / changes)
    for number in 0..<count {
      let record = records.record(number)
      switch number % step == step / 2 ? number / step % 3 : -1 {
      case 0: continue
      case 1: try writer.write(record.replacing("\"stock\": ", with: "\"stock\": 9"))
      case 2: try writer.write(record + "{\"id\": \(count + number), \"name\": \"added\"}\n")
      default: try writer.write(record)
      }
    }
    try writer.finish()
  }

  private static let adjectives = [
    "Amber", "Blue", "Aged", "Copper", "Dove-grey", "Emerald", "Früh-rot", "Golden", "Ashen",
    "Hazel", "Ivory", "Jade", "Kelp", "Late", "Azure", "Mellow", "Narrow", "Ochre", "Pale", "Åker",
  ]
  private static let things = [
    "lantern", "kettle", "blanket", "ladder", "bell", "basket", "compass", "bowl", "candle",
    "anchor", "mantle", "saddle", "teapot", "wagon", "banner", "clock",
  ]
  private static let tags = ["new", "wool", "oak", "sale", "gift", "garden", "café", "港"]
  private static let cities = ["Vik", "Low Head", "Åsvik", "Nara", "Bree"]

  private mutating func record(_ number: Int) -> String {
    let name = "\(pick(Self.adjectives)) \(pick(Self.things)) No. \(number % 700_001)"
    let cents = Int.random(in: 100..<5000, using: &random)
    let price = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    let priced = number % 41 == 0 ? "" : "\"price\": \(number % 53 == 0 ? "null" : price), "
    let tags = (0..<number % 4).map { _ in "\"\(pick(Self.tags))\"" }.joined(separator: ", ")
    return "{\"id\": \(number), \"name\": \"\(name)\", \(priced)\"stock\": \(cents % 90), "
      + "\"tags\": [\(tags)], "
      + "\"maker\": {\"city\": \"\(pick(Self.cities))\", \"rating\": \(cents % 6)}}\n"
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: words.indices, using: &random)]
  }
}
