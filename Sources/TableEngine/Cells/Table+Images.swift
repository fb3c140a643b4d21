import TableModel

extension Table {
  /// The number of images that are on their way.
  package var pendingImages: Int { imageLoader.requests.count }

  /// True while a cell waits for an image of this name, or did so when it asked.
  package func isPending(image name: String) -> Bool {
    imageLoader.requests.contains { $0.image == name }
  }

  /// The names of images that are on their way, the last requested first, each once.
  ///
  /// - Parameter limit: how many names at most.
  /// - Complexity: O(requests) where there are fewer names than the limit.
  package func pendingImageNames(limit: Int) -> [String] {
    var known: Set<String> = []
    var names: [String] = []
    for request in imageLoader.requests.reversed() {
      if names.count >= limit { break }
      if known.insert(request.image).inserted { names.append(request.image) }
    }
    return names
  }

  /// Sends for the image of a cell that is being written; the cell starts without it.
  func requestImage(of cell: Cell, _ content: inout CellContent) {
    cell.awaitsImage = false
    guard let image = content.image else { return }
    if configuration.images == .synchronous { report.imagesRead += 1 }
    guard configuration.images.isLate else { return }
    cell.awaitsImage = true
    imageLoader.add(ImageLoader.Request(cell: cell, address: cell.slot.address, image: image))
    content.image = nil
  }

  /// How many cells in view still wait for their image: the blank area of a frame.
  ///
  /// - Complexity: O(visible cells), and nothing while images come at once.
  func blankCells() -> Int {
    guard configuration.images.isLate else { return 0 }
    return rows.visible.lazy.filter { self.isInView($0.slot) }.reduce(0) { count, row in
      let items = row.strip?.lane.visible ?? []
      return count + (row.awaitsImage ? 1 : 0) + items.count { $0.awaitsImage }
    }
  }

  /// Delivers images that are on their way; no frame is made.
  ///
  /// - Parameter count: how many at most, nil for all.
  @discardableResult
  package func deliverImages(_ count: Int? = nil, order: ImageOrder = .lastFirst) -> ImageDelivery {
    deliver(imageLoader.take(count ?? .max, order))
  }

  /// Delivers the images of some names, to all cells that have asked for them; no frame is made.
  @discardableResult
  package func deliverImages(named names: Set<String>) -> ImageDelivery {
    deliver(imageLoader.take(named: names))
  }

  private func deliver(_ requests: [ImageLoader.Request]) -> ImageDelivery {
    var delivery = ImageDelivery()
    for request in requests { deliver(request, &delivery) }
    frameTotals.asyncApplied += delivery.applied + delivery.appliedStale
    frameTotals.asyncRejected += delivery.rejected
    return delivery
  }

  private func deliver(_ request: ImageLoader.Request, _ delivery: inout ImageDelivery) {
    let cell = request.cell
    let isCurrent = cell.writer == request.address && cell.place != .discarded
    if isCurrent {
      delivery.applied += 1
    } else if configuration.images == .guarded || cell.place == .discarded {
      delivery.rejected += 1
      trace(.imageRejected, cell)
      return
    } else {
      delivery.appliedStale += 1
      changeLedger(cell.table) { $0.stale.async += 1 }
      trace(.stale, cell)
    }
    cell.content.image = request.image
    cell.awaitsImage = false
    trace(.imageApplied, cell)
  }
}

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
