import TableModel

/// The order in which the virtual loader delivers what was requested.
package enum ImageOrder: Sendable, Hashable {
  case lastFirst
  case firstFirst
  case shuffled(seed: UInt64)
}

/// What became of delivered images.
package struct ImageDelivery: Sendable, Hashable {
  package var applied = 0
  /// Applied to a cell that already shows another row.
  package var appliedStale = 0
  package var rejected = 0

  package init() {}
}

/// Images that were requested for cells and are still on their way.
struct ImageLoader {
  struct Request {
    let cell: Cell
    /// The row or item for which the cell wanted the image.
    var address: Address
    let image: String
  }

  private(set) var requests: [Request] = []

  mutating func add(_ request: Request) { requests.append(request) }

  func copy(by copier: inout CellCopier) -> ImageLoader {
    var copy = self
    copy.requests = requests.map {
      Request(cell: copier.copy($0.cell), address: $0.address, image: $0.image)
    }
    return copy
  }

  mutating func clear() { requests.removeAll() }

  /// Takes out the next requests in the order of delivery.
  mutating func take(_ count: Int, _ order: ImageOrder) -> [Request] {
    switch order {
    case .lastFirst: requests.reverse()
    case .firstFirst: break
    case .shuffled(let seed):
      var generator = SplitMix64(seed: seed)
      requests.shuffle(using: &generator)
    }
    let taken = Array(requests.prefix(max(0, count)))
    requests.removeFirst(taken.count)
    if case .lastFirst = order { requests.reverse() }
    return taken
  }

  /// Takes out the requests for some images, in the order in which they were made.
  mutating func take(named names: Set<String>) -> [Request] {
    let taken = requests.filter { names.contains($0.image) }
    requests.removeAll { names.contains($0.image) }
    return taken
  }

  mutating func relocate(_ newAddress: (Address) -> Address?) {
    requests = requests.compactMap { request in
      guard let address = newAddress(request.address) else { return nil }
      return Request(cell: request.cell, address: address, image: request.image)
    }
  }
}
