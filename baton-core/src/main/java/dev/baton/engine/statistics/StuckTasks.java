package dev.baton.engine.statistics;

import dev.baton.api.operate.StuckAfter;
import java.util.List;

/** Tells which tasks are stuck, one by one. Thread-safe. */
@FunctionalInterface
public interface StuckTasks {

  /**
   * By kind, bucket and type; they may be three seconds old.
   *
   * @throws IllegalStateException on a node without a store for statistics
   */
  List<StuckGroup> groups(StuckAfter after);
}
