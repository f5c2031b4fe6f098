package dev.baton.local;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** H2 databases inside this JVM. */
public final class LocalH2 {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private LocalH2() {}

  /** A new, empty database in memory, kept until the JVM ends. */
  public static DatabaseAddress newDatabase() {
    return address("jdbc:h2:mem:baton_" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
  }

  /**
   * The database in the file {@code file}.mv.db, made on first use. Only one JVM can have it open.
   * Without WRITE_DELAY=0 and REUSE_SPACE=FALSE H2 acknowledges commits that a kill of the JVM
   * takes back: without the first for half a second, without the second for as long as it runs.
   */
  public static DatabaseAddress at(Path file) {
    return address("jdbc:h2:file:" + file.toAbsolutePath() + ";WRITE_DELAY=0;REUSE_SPACE=FALSE");
  }

  private static DatabaseAddress address(String url) {
    return new DatabaseAddress(url, "sa", "");
  }
}
