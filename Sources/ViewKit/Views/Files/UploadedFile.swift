/// A file that a user has handed over.
public struct UploadedFile: Sendable, Hashable, Codable {
  /// What it was called on the user's machine, without folders: for showing, never for opening.
  public let name: String
  /// What the browser takes it for, such as `image/png`. A claim, not a proof.
  public let type: String
  /// How many bytes it has.
  public let size: Int
  /// Where it is. It is there for as long as the session is, and where sessions come back after a crash, then too: move or copy
  /// what shall stay.
  public let path: String

  /// Describes a file that has arrived.
  ///
  /// - Parameters:
  ///   - name: As the browser gives it; folders, and characters that would disturb what is around it, are left out. Of a name of more
  ///     than 120 characters the first 99 and the last twenty stay, with an ellipsis between them.
  ///   - type: As the browser gives it.
  public init(name: String, type: String, size: Int, path: String) {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let plain = last.unicodeScalars.filter { !Self.disturbs($0) }
    let cut = Self.cut(String(String.UnicodeScalarView(plain)))
    self.name = cut.isEmpty ? "file" : cut
    let isType =
      type.split(separator: "/").count == 2 && type.utf8.count <= 100 && type.utf8.allSatisfy(Self.isTypeByte)
    self.type = isType ? type.lowercased() : "application/octet-stream"
    self.size = size
    self.path = path
  }

  /// The ending of a name stays: it says what the file is.
  private static func cut(_ name: String) -> String {
    name.count > 120 ? "\(name.prefix(99))…\(name.suffix(20))" : name
  }

  /// Control characters, and those that change the direction of what follows.
  private static func disturbs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }

  private static func isTypeByte(_ byte: UInt8) -> Bool {
    (byte | 32 >= 97 && byte | 32 <= 122) || (48...57).contains(byte) || "/.+-".utf8.contains(byte)
  }
}
