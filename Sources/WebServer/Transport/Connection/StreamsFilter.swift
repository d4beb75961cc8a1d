import NIOCore
import NIOHTTP2

/// Keeps from what looks after the streams of a connection what mustn't end all of them.
///
/// - A client's pings: those of the connection's whole life are counted, and it is ended without a word at the third that came less than half a
///   minute after another, with all that is under way. They are answered before, and floods of them end there.
/// - That a request makes no sense: its stream has been reset, and floods of those end there too.
final class StreamsFilter: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Answers to its own say that all that was sent before has been seen.
    if case .ping(_, ack: false) = unwrapInboundIn(data).payload { return }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if !Self.isOfOneRequest(error) { context.fireErrorCaught(error) }
  }

  /// Whether an error is what is wrong with the head or the length of a request.
  private static func isOfOneRequest(_ error: any Error) -> Bool {
    switch error {
    case is NIOHTTP2Errors.MissingPseudoHeader, is NIOHTTP2Errors.DuplicatePseudoHeader,
      is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader, is NIOHTTP2Errors.UnknownPseudoHeader,
      is NIOHTTP2Errors.UnsupportedPseudoHeader, is NIOHTTP2Errors.InvalidPseudoHeaders,
      is NIOHTTP2Errors.InvalidPseudoHeaderValue, is NIOHTTP2Errors.EmptyPathHeader,
      is NIOHTTP2Errors.MissingHostHeader, is NIOHTTP2Errors.DuplicateHostHeader,
      is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue,
      is NIOHTTP2Errors.ForbiddenHeaderField, is NIOHTTP2Errors.TrailersWithoutEndStream,
      is NIOHTTP2Errors.ContentLengthViolated, is NIOHTTP2Errors.ContentLengthHeadersMismatch,
      is NIOHTTP2Errors.ContentLengthHeaderNegative, is NIOHTTP2Errors.ContentLengthHeaderMalformedValue:
      true
    default: false
    }
  }
}
