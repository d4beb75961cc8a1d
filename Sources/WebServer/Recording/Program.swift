internal import CZlib
internal import Foundation

/// The program that runs.
enum Program {
  /// Differs from program to program, and is the same for each copy of one: the checksum of its file.
  static let identity: String = {
    // Foundation takes nothing in /proc for safe, and would read a hundred megabytes. Nobody can write into what runs.
    guard let file = try? Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped) else { return "" }
    let checksum = file.withUnsafeBytes { bytes in
      // Safe because the bytes are there for the length of the call.
      crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    return "\(file.count).\(checksum)"
  }()
}
