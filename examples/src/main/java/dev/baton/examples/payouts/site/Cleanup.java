package dev.baton.examples.payouts.site;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resources that must be closed. Closes the last opened one first. Thread-safe. */
public final class Cleanup implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private boolean begun;

  /** Closes this resource at the end of the run; at once if the cleanup has already begun. */
  public synchronized <T extends AutoCloseable> T later(T resource) {
    if (begun) {
      close(resource);
    } else {
      open.push(resource);
    }
    return resource;
  }

  /** Returns whether the cleanup has begun. */
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
      LOG.warn("{} could not be closed; closing the other resources", resource, broken);
    }
  }
}
