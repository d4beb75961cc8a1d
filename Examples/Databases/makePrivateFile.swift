internal import Glibc

/// Makes an empty file that nobody but its owner may read or write, if there is none at the path.
///
/// SQLite would make it for all to read. A database that is opened where it stands is its owner's alone, and so are the files that
/// SQLite puts beside it: they get the same rights.
public func makePrivateFile(at path: String) {
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  // There is one, whose owner has given what rights he likes; or none can be made, and opening the database says why.
  if file >= 0 { close(file) }
}
