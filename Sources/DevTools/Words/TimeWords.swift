/// What lengths of time are counted in.
struct TimeWords: Sendable {
  let language: Language

  func microseconds(_ digits: String) -> String { language.says("\(digits) µs", "\(digits) 微秒") }
  func milliseconds(_ digits: String) -> String { language.says("\(digits) ms", "\(digits) 毫秒") }
  func seconds(_ digits: String) -> String { language.says("\(digits) s", "\(digits) 秒") }
  func less(than time: String) -> String { language.says("less than \(time)", "不到 \(time)") }
  func minutes(_ minutes: Int64, seconds: Int64) -> String {
    language.says("\(minutes) min \(seconds) s", "\(minutes) 分 \(seconds) 秒")
  }
}
