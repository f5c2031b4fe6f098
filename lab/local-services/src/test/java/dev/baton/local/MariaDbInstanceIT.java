package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MariaDbInstanceIT {
  private static final int LOOKS = 3_000;

  @TempDir Path folder;

  @Test
  void fileThatAnEndingServerDeletesIsNoError() throws Exception {
    MariaDbInstance instance = new MariaDbInstance(folder);
    AtomicBoolean looking = new AtomicBoolean(true);
    Thread server = new Thread(() -> comeAndGo(looking));
    server.start();
    try {
      for (int look = 0; look < LOOKS; look++) {
        assertThat(instance.runningPort()).isEmpty();
      }
    } finally {
      looking.set(false);
      server.join();
    }
  }

  private void comeAndGo(AtomicBoolean looking) {
    Path pid = folder.resolve("server.pid");
    while (looking.get()) {
      try {
        Files.writeString(pid, "");
        Files.deleteIfExists(pid);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
