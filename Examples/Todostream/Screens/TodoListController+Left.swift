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
    case .early(let texts, let request):
      early[request] = texts
      takeOver(\TodoEvent.requestTodoDetail)
      // Not before: who observes is memory in every session.
      earlyAnswers =
        earlyAnswers
        ?? stream?.observeAnswers(to: \TodoEvent.requestTodoDetail, by: self) { [unowned self] todo, envelope in
          didFind(todo, envelope.answers)
        }
    }
  }

  /// A todo has come of which something may have been saved before that, on a screen that has gone: that is saved now.
  private func didFind(_ todo: Result<TodoDetail, TodoTrouble>, _ request: EventID?) {
    guard let texts = request.flatMap({ early.removeValue(forKey: $0) }) else { return }
    if early.isEmpty { earlyAnswers = nil }
    switch todo {
    case .success(let detail): save(detail.replacing(texts))
    case .failure(let trouble): alertLost(texts[.title], because: words.value.text(trouble))
    }
  }

  /// Has something saved that was edited on a screen that has gone.
  private func save(_ detail: TodoDetail) {
    send(TodoEvent.requestUpdateDetail(detail))
    if let request = unansweredRequest(\TodoEvent.requestUpdateDetail) { leaving[request] = (detail, nil) }
  }

  /// What a screen that has gone has asked for is saved, and what was edited on it since is about to be: but not over what others have
  /// written meanwhile, which nobody has seen.
  func didSave(_ news: TodoNews, sent: TodoDetail?, then: TodoDetail?) {
    guard let sent, let then else { return didSave(news) }
    let saved = news.row.detail, both = then.contested(by: saved, since: sent)
    if !both.isEmpty { return didNotSave(then, because: words.value.overtaken(both)) }
    let next = then.moved(from: sent, to: saved)
    if next == saved { didSave(news) } else { save(next) }
  }

  /// Tells that what was entered on a screen that has gone couldn't be saved. The title of a new todo is offered: nothing else has it.
  func didNotSave(_ lost: TodoDetail?, because reason: String, _ ofTitle: TodoTrouble.Reason? = nil) {
    alertLost(lost?.title, because: reason)
    guard let lost, lost.id == nil else { return }
    refused.refuse(lost.title, because: ofTitle, isPutBack: false)
    showRefused()
  }

  private func alertLost(_ title: String?, because reason: String) {
    alert(words.failure, words.value.losing(title, because: reason), button: words.ok)
  }

  func didSave(_ news: TodoNews) {
    if list.passesOver(news) { showNotice(words.savedElsewhere(news.row.title)) }
  }
}
