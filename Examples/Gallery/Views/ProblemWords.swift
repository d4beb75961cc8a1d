import GalleryFrame
import Ghostlight

/// What the framework would say in English, in the visitor's language.
extension NumberProblem {
  func words(_ language: Language) -> String {
    if language == .english { return description }
    return switch self {
    case .notANumber: Number.freeStep == "1" ? "请输入整数。" : "请输入数字。"
    case .tooSmall(let least): "请输入不小于 \(least.fieldText) 的数字。"
    case .tooLarge(let greatest): "请输入不大于 \(greatest.fieldText) 的数字。"
    case .betweenSteps(let step): "请以 \(step.fieldText) 为步长输入数字。"
    }
  }
}

extension FileProblem {
  func words(_ language: Language) -> String {
    if language == .english { return description }
    return switch self {
    case .tooLarge(let limit): "文件太大，最多 \(FilePicker.text(ofSize: limit))。"
    case .wrongType(let allowed): "请选择\(Self.chineseKinds(allowed))。"
    case .tooMany(let limit): "最多 \(limit) 个文件，请先移除一个。"
    case .noRoom: "暂时没有空间，请稍后再试。"
    case .cutOff: "文件没有完整到达，请重试。"
    }
  }

  /// Kinds of files, of which one is to be chosen.
  private static func chineseKinds(_ allowed: [String]) -> String {
    let names = ["image/*": "图片", "audio/*": "音频", "video/*": "视频", "text/*": "文本"]
    return allowed.map { names[$0] ?? " \($0) 文件" }.joined(separator: "或")
  }
}
