public import EventStream
extension LogRecord { public func event() throws -> any Event { throw EventLogError.unknownEvent(name: name) } }
extension RecordedSession { public var isIncomplete: Bool { false } }
