internal import ViewKit
internal import WebRenderer

/// Writes whole HTML documents around a screen.
struct PageWriter: Sendable {
  /// What every page runs.
  let script: ClientFile?
  /// What a page runs whose screen has another address than was asked for.
  var moved: ClientFile?
  /// What the script loads by name: on every page, or when a view asks for it.
  let parts: [(name: String, file: ClientFile)]
  let styleSheets: [ClientFile]
  /// A name for all these files, by which a page learns that the server has others now.
  var client = ""
  /// The paths of what the server has beside the app's screens, those that others lie under with a slash at their ends: a link to one, or
  /// from one app to another, loads a page.
  var places: [String] = []
  /// Whether the style sheets stand in the page, for one that is kept as a file.
  var holdsStyles = false

  /// A document that goes on living: it tells the client its session, its token and the patch number it stands for.
  ///
  /// - Parameters:
  ///   - address: The address behind a `#` that it shows, if it does.
  ///   - place: The address that the screen has by now, if that is another than was asked for.
  func page(
    _ html: String, title: String, language: String, session: WebSession? = nil, sequence: Int = 0,
    at address: String? = nil, movedTo place: String? = nil, needing needed: Set<String> = []
  ) -> TextBuffer {
    let isChinese = language.hasPrefix("zh")
    let lost = isChinese ? "连接已断开，正在重新连接…" : "Connection lost. Reconnecting…"
    let anew = isChinese ? "页面已重新开始；你输入的内容保留了下来。" : "This page began anew. What you typed is kept."
    var buffer = TextBuffer(capacity: html.utf8.count + 1024)
    buffer.raw("<!DOCTYPE html><html lang=\"")
    buffer.html(language)
    if Self.isRightToLeft(language) { buffer.raw("\" dir=\"rtl") }
    buffer.raw("\"><head><meta charset=\"utf-8\"><title>")
    buffer.html(title)
    buffer.raw("</title><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
    buffer.raw("<meta name=\"color-scheme\" content=\"light dark\">")
    for sheet in styleSheets where holdsStyles {
      buffer.raw("<style>")
      // To a style sheet both are the same; to HTML this doesn't end it.
      buffer.raw(String(decoding: sheet.content, as: UTF8.self).replacing("</", with: "<\\/"))
      buffer.raw("</style>")
    }
    for sheet in styleSheets where !holdsStyles {
      buffer.raw("<link rel=\"stylesheet\" href=\"")
      buffer.html(sheet.path)
      buffer.raw("\">")
    }
    if let script, session != nil {
      // What the screen needs at once comes with the page: a double click may be the first thing that happens.
      let first = parts.filter { needed.contains($0.name) && !ClientFiles.lateParts.contains($0.name) }
      let early = first.filter { ClientFiles.earlyParts.contains($0.name) }.map(\.file)
      for file in [script] + early + (place == nil ? [] : [moved]).compactMap(\.self) {
        buffer.raw("<script src=\"")
        buffer.html(file.path)
        // With the style sheets, not after them: it runs as soon as the page is read then, and connects while that is painted.
        buffer.raw("\" fetchpriority=\"high\" defer></script>")
      }
      // The client runs these, and is told if one doesn't come: Firefox tells that of what is in the page before the client has begun.
      for (name, file) in first where !ClientFiles.earlyParts.contains(name) {
        buffer.raw("<link rel=\"preload\" as=\"script\" fetchpriority=\"high\" href=\"")
        buffer.html(file.path)
        buffer.raw("\">")
      }
    }
    buffer.raw("</head><body")
    if let session {
      buffer.raw(" data-s=\"")
      buffer.html(session.id)
      buffer.raw("\" data-t=\"")
      buffer.html(session.token)
      buffer.raw("\" data-q=\"")
      buffer.number(sequence)
      buffer.raw("\" data-h=\"")
      buffer.html(client)
      buffer.raw("\" data-offline=\"")
      buffer.html(lost)
      buffer.raw("\" data-refused=\"")
      buffer.html(
        isChinese
          ? "无法连接：请允许此网站使用 Cookie，然后重新加载页面。" : "Can’t connect. Allow cookies for this site, and load the page again.")
      buffer.raw("\" data-anew=\"")
      buffer.html(anew)
      if let address {
        buffer.raw("\" data-a=\"")
        buffer.html(address)
      }
      if let place {
        buffer.raw("\" data-l=\"")
        buffer.html(place)
      }
      if !places.isEmpty {
        buffer.raw("\" data-m=\"")
        buffer.html(places.joined(separator: " "))
      }
      buffer.raw("\"")
      for part in parts {
        buffer.raw(" data-\(part.name)=\"")
        buffer.html(part.file.path)
        buffer.raw("\"")
      }
    }
    buffer.raw(">")
    buffer.raw(html)
    if session != nil {
      // What the pill shows is a style sheet's, which nobody reads out: this is for who doesn't see it.
      buffer.raw("<div class=\"connection\" aria-live=\"polite\"><span class=\"lost\">")
      buffer.html(lost)
      buffer.raw("</span><span class=\"anew\">")
      buffer.html(anew)
      buffer.raw("</span></div>")
    }
    buffer.raw("</body></html>")
    return buffer
  }

  /// Whether a language is written from right to left, by the first part of its tag.
  private static func isRightToLeft(_ language: String) -> Bool {
    let name = language.prefix { $0 != "-" }.lowercased()
    return ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(name)
  }

  /// A document that says why there is no screen at an address.
  func notice(_ reason: NoScreen, in language: String) -> TextBuffer {
    notice(reason.title(in: language), reason.text(in: language), in: language)
  }

  /// A document that says one thing.
  func notice(_ title: String, _ text: String, in language: String = "en") -> TextBuffer {
    var buffer = TextBuffer()
    buffer.raw("<div class=\"stack\"><div class=\"stack screen\"><main class=\"notfound\"><h1>")
    buffer.html(title)
    buffer.raw("</h1><span>")
    buffer.html(text)
    buffer.raw("</span><a href=\"/\">")
    buffer.html(NoScreen.way(in: language))
    buffer.raw("</a></main></div></div>")
    return page(buffer.text, title: title, language: language)
  }
}
