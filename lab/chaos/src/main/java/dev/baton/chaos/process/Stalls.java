package dev.baton.chaos.process;

import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Notes when a process got no processor for so long that its leases may have expired. Then the
 * machine is the cause, and not Baton.
 */
public final class Stalls {
  /** Shortest recorded stall. When a lease must be renewed, two thirds of it remain. */
  public static final long MILLIS = Plan.LEASE.toMillis() / 3;

  private static final String STALL = "stall";
  private static final long TICK_MILLIS = 50;

  private Stalls() {}

  static void watch(Journal events) {
    Thread thread = new Thread(() -> tick(events), "stalls");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tick(Journal events) {
    long last = System.nanoTime();
    try {
      while (true) {
        Wait.pause(TICK_MILLIS);
        long now = System.nanoTime();
        long millis = TimeUnit.NANOSECONDS.toMillis(now - last);
        if (millis > MILLIS) {
          events.write(STALL + " " + millis + " " + System.currentTimeMillis());
        }
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether one of these workers stalled after this moment. */
  public static boolean since(long moment, Path folder, List<String> workers) throws IOException {
    for (String worker : workers) {
      for (String line : Journal.read(folder.resolve(worker + ".events"))) {
        String[] words = line.split(" ");
        if (words[0].equals(STALL) && Long.parseLong(words[2]) > moment) {
          return true;
        }
      }
    }
    return false;
  }
}
