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
