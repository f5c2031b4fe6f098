package dev.baton.local.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.utils.Clock;

/**
 * A Cassandra server's clock that is wrong by what a file says, in milliseconds, which it reads
 * again every tenth of a second. The server is told of it by {@code -Dcassandra.clock}.
 * Thread-safe.
 */
public final class ShiftedClock implements Clock {
  private static final Path FILE = Path.of(System.getProperty("baton.clock"));
  private static final long READ_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private volatile long offMillis = read();
  private volatile long readAtNanos = System.nanoTime();

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    long now = System.nanoTime();
    if (now - readAtNanos > READ_EVERY_NANOS) {
      readAtNanos = now;
      offMillis = read();
    }
    return System.currentTimeMillis() + offMillis;
  }

  private static long read() {
    try {
      return Long.parseLong(Files.readString(FILE).strip());
    } catch (IOException e) {
      throw new IllegalStateException("No clock in " + FILE, e);
    }
  }
}
