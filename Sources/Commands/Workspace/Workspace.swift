package typealias Workspace = Session
