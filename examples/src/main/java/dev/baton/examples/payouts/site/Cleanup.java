package dev.baton.examples.payouts.site;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has been opened and must be closed, the last first. Thread-safe. */
public final class Cleanup implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private boolean begun;

  /** Closes this when all is over; at once if it is over already. */
  public synchronized <T extends AutoCloseable> T later(T resource) {
    if (begun) {
      close(resource);
    } else {
      open.push(resource);
    }
    return resource;
  }

  /** Whether it is over. */
  public synchronized boolean hasBegun() {
    return begun;
  }

  @Override
  public synchronized void close() {
    begun = true;
    while (!open.isEmpty()) {
      close(open.pop());
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception broken) {
      LOG.warn("{} could not be closed; the rest is closed all the same", resource, broken);
    }
  }
}
