import GalleryFrame
import Ghostlight

/// What the framework would say in English, in the visitor's language.
extension NumberProblem {
  func words(_ language: Language) -> String {
    if language == .english { return description }
    return switch self {
    case .notANumber: "请输入数字。"
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
    case .tooLarge: "文件太大。"
    case .wrongType: "不接受这种文件。"
    case .noRoom: "暂时没有空间，请稍后再试。"
    case .cutOff: "文件没有完整到达，请重试。"
    }
  }
}
