package dev.baton.chaos.process;

import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Notes when a process got no processor for so long that its leases may have run out: the machine's
 * fault, then, and not Baton's.
 */
public final class Stalls {
  /** Of a lease, two thirds are left when its renewal is due. */
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

  /** Whether any of these stood still for so long after this moment. */
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
