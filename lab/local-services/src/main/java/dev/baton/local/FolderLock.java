package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A lock on a folder, which only one thread of one JVM holds at a time. The lock of a killed JVM
 * ends with it.
 */
public final class FolderLock {
  private FolderLock() {}

  public static <T> T holding(Path folder, Supplier<T> work) {
    // Within a JVM a second lock on the same file is an error instead of a wait.
    synchronized (FolderLock.class) {
      try {
        PrivateFiles.makeFolder(folder);
        try (FileChannel channel =
                FileChannel.open(
                    folder.resolve("lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PrivateFiles.FILE);
            FileLock lock = channel.lock()) {
          assert lock.isValid();
          return work.get();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Can't lock the database folder " + folder, e);
      }
    }
  }
}
