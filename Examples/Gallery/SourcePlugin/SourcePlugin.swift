import Foundation
import PackagePlugin

/// Has the architectures' files listed anew whenever one of them changes.
@main
struct SourcePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Examples/Gallery/Architectures")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let output = context.pluginWorkDirectoryURL.appending(path: "SourceFiles.swift")
    return [
      .buildCommand(
        displayName: "Listing the architectures' sources", executable: try context.tool(named: "gallery-sources").url,
        arguments: [output.path, folder.path], inputFiles: files ?? [], outputFiles: [output])
    ]
  }
}
