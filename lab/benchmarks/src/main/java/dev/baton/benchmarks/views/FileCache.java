package dev.baton.benchmarks.views;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The operating system's cache of files. */
final class FileCache {
  private static final Path DD = Path.of("/usr/bin/dd");

  private FileCache() {}

  /** Makes Linux drop the files of this folder from the cache. */
  static void forget(Path folder) throws IOException {
    if (!Files.isExecutable(DD)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Process process =
          new ProcessBuilder(DD.toString(), "if=" + file, "iflag=nocache", "count=0", "status=none")
              .inheritIO()
              .start();
      try {
        process.waitFor();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
