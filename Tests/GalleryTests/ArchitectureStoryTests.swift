import GalleryArchitectures
import GalleryFrame
import Testing

@testable import GalleryComparison

@Suite(.replayed) struct ArchitectureStoryTests {
  @Test(arguments: Architecture.all, Language.allCases)
  func `when to choose an architecture is told in three sentences`(architecture: Architecture, language: Language) {
    let choice = ArchitectureStory.of(architecture.name).choice(language)
    let ends = language == .chinese ? "。？！" : ".?!"
    #expect(choice.count { ends.contains($0) } == 3, "\(choice)")
    #expect(choice.last.map(ends.contains) == true)
  }

  @Test(arguments: Architecture.all, Language.allCases)
  func `an architecture has a name and a summary`(architecture: Architecture, language: Language) {
    let story = ArchitectureStory.of(architecture.name)
    #expect(!story.title(language).isEmpty && !story.summary(language).isEmpty)
  }
}
