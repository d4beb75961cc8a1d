import Ghostlight
import TodoPresentation

/// What the list tells of screens that have gone.
extension TodoListController {
  func follow(_ screen: TodoLeaving) {
    switch screen {
    case .saved(let news): didSave(news)
    case .saving(let sent, let request, let then):
      leaving[request] = (sent, then)
      takeOver(\TodoEvent.requestUpdateDetail)
    }
  }

  /// What a screen that has gone has asked for is saved, and what was edited on it since is about to be: but not over what others have
  /// written meanwhile, which nobody has seen.
  func didSave(_ news: TodoNews, sent: TodoDetail?, then: TodoDetail?) {
    guard let sent, let then else { return didSave(news) }
    let saved = news.row.detail, both = then.contested(by: saved, since: sent)
    if !both.isEmpty { return didNotSave(then, because: words.value.overtaken(both)) }
    let next = then.moved(from: sent, to: saved)
    if next == saved { return didSave(news) }
    send(TodoEvent.requestUpdateDetail(next))
    if let request = unansweredRequest(\TodoEvent.requestUpdateDetail) { leaving[request] = (next, nil) }
  }

  /// Tells that what was entered on a screen that has gone couldn't be saved. The title of a new todo is offered: nothing else has it.
  func didNotSave(_ lost: TodoDetail?, because reason: String, _ ofTitle: TodoTrouble.Reason? = nil) {
    alert(words.failure, words.value.losing(lost?.title, because: reason), button: words.ok)
    guard let lost, lost.id == nil else { return }
    refused.refuse(lost.title, because: ofTitle, isPutBack: false)
    showRefused()
  }

  func didSave(_ news: TodoNews) {
    if list.passesOver(news) { showNotice(words.savedElsewhere(news.row.title)) }
  }
}
