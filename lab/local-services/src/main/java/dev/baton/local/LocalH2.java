package dev.baton.local;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** H2 databases inside this JVM. */
public final class LocalH2 {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private LocalH2() {}

  /** Creates a new, empty database in memory, which exists until the JVM ends. */
  public static DatabaseAddress newDatabase() {
    return address("jdbc:h2:mem:baton_" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
  }

  /**
   * Returns the database in the file {@code file}.mv.db, which is created on first use. Only one
   * JVM can have it open. The options WRITE_DELAY=0 and REUSE_SPACE=FALSE are needed for durable
   * commits. Without WRITE_DELAY=0, a kill of the JVM loses the commits of the last half second.
   * Without REUSE_SPACE=FALSE, it may lose any commit since the database was opened.
   */
  public static DatabaseAddress at(Path file) {
    return address("jdbc:h2:file:" + file.toAbsolutePath() + ";WRITE_DELAY=0;REUSE_SPACE=FALSE");
  }

  private static DatabaseAddress address(String url) {
    return new DatabaseAddress(url, "sa", "");
  }
}
