/// How far something is that takes time.
public final class Progress: View {
  /// Makes a bar.
  ///
  /// - Parameters:
  ///   - name: What is under way.
  ///   - fraction: How much of it is done, 0 to 1; `nil` if nobody knows.
  public init(_ name: String, fraction: Double? = nil) {
    super.init(.progress)
    self.name = name
    self.fraction = fraction
  }

  /// How much is done, 0 to 1; `nil` if nobody knows.
  public var fraction: Double? {
    get { Double(self[text: .value]) }
    set {
      // A thousandth is less than a pixel: finer steps would only be sent.
      self[text: .value] = newValue.map { "\((min(max($0.isFinite ? $0 : 0, 0), 1) * 1000).rounded() / 1000)" } ?? ""
    }
  }
}
