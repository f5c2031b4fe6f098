package dev.baton.benchmarks.trial;

import java.util.ArrayList;
import java.util.List;

/** Threads of this process that keep each core busy, like other work on the machine. */
public final class BusyCores implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ending;

  private BusyCores() {}

  /** Starts one thread for each core. */
  public static BusyCores all() {
    BusyCores busy = new BusyCores();
    for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
      Thread thread = new Thread(busy::spin, "busy-" + core);
      thread.setDaemon(true);
      busy.threads.add(thread);
    }
    busy.threads.forEach(Thread::start);
    return busy;
  }

  private void spin() {
    while (!ending) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws InterruptedException {
    ending = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
