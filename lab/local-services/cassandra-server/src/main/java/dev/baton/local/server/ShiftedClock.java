package dev.baton.local.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.utils.Clock;

/**
 * A clock of a Cassandra server that is wrong on purpose. A file contains the deviation in
 * milliseconds, and the clock reads this file every tenth of a second. The option {@code
 * -Dcassandra.clock} selects this class. Thread-safe.
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
