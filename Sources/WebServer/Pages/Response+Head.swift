internal import HTTPTypes
internal import Hummingbird

extension Response {
  /// What is answered to `HEAD`: all but the content. How long that is, it says as the answer to `GET` would; where that isn't known, it
  /// says nothing.
  var headOnly: Response {
    let length = headers[.contentLength].flatMap { Int($0) }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: length) { writer in try await writer.finish(nil) })
  }
}
