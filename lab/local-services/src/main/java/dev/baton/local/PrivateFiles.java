package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the servers' folders and files so that the other accounts of this machine can't read them.
 */
public final class PrivateFiles {
  private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  /** Creates the folder and its missing parents. An existing folder is not changed. */
  static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder, FOLDER);
  }

  static Path temporaryFolder(String prefix) throws IOException {
    return Files.createTempDirectory(prefix, FOLDER);
  }

  /** Writes a new file. Replaces an existing one, so that no process has the new file open. */
  public static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, FILE);
    Files.writeString(file, text, StandardOpenOption.WRITE);
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Can't delete " + folder, e);
    }
  }
}
