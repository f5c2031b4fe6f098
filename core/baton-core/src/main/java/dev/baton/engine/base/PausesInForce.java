package dev.baton.engine.base;

import dev.baton.operate.cluster.Pause;
import dev.baton.task.Flow;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of a node at one moment. Immutable. The cost of a check doesn't depend on the number
 * of pauses: it makes one lookup for each combination of bucket, type and key that any pause uses.
 */
public final class PausesInForce {
  private static final int BUCKET = 1;
  private static final int TYPE = 2;
  private static final int KEY = 4;
  private static final int ALL = BUCKET | TYPE | KEY;

  private final long number;
  private final boolean known;
  private final boolean stopped;
  private final SortedSet<Pause> pauses;
  private final Set<Pause> lookup;
  private final boolean[] used = new boolean[ALL + 1];

  private PausesInForce(long number, boolean known, boolean stopped, Collection<Pause> pauses) {
    this.number = number;
    this.known = known;
    this.stopped = stopped;
    this.pauses = Collections.unmodifiableSortedSet(new TreeSet<>(pauses));
    this.lookup = new HashSet<>(pauses);
    pauses.forEach(pause -> used[shape(pause)] = true);
  }

  /** Returns a value without pauses. */
  static PausesInForce none() {
    return new PausesInForce(0, true, false, Set.of());
  }

  /** Returns the value before the first read of the store, in which everything counts as paused. */
  static PausesInForce unknown() {
    return new PausesInForce(0, false, false, Set.of());
  }

  /** Returns the next value, with these pauses. */
  PausesInForce next(Collection<Pause> others) {
    return new PausesInForce(number + 1, true, stopped, others);
  }

  /**
   * Returns the next value, with the same pauses. If {@code all} is true, no task may start on this
   * node.
   */
  PausesInForce stopped(boolean all) {
    return new PausesInForce(number + 1, known, all, pauses);
  }

  /** Returns a number that increases with every change on a node. */
  public long number() {
    return number;
  }

  /** Returns whether the store has been read. */
  boolean isKnown() {
    return known;
  }

  SortedSet<Pause> pauses() {
    return pauses;
  }

  public int size() {
    return pauses.size();
  }

  /** Returns whether tasks of this flow must not start in this bucket. */
  public boolean covers(String bucket, Flow flow) {
    return covers(bucket, flow.type(), flow.key(), ALL);
  }

  /** Returns whether no task of this type may start in this bucket, whatever its key is. */
  public boolean coversAllOf(String bucket, String type) {
    return covers(bucket, type, null, BUCKET | TYPE);
  }

  /** Returns the keys whose tasks of this type must not start in this bucket. */
  public SortedSet<String> keysOf(String bucket, String type) {
    SortedSet<String> keys = new TreeSet<>();
    for (Pause pause : pauses) {
      if (pause.key() != null && pause.matches(bucket, type, pause.key())) {
        keys.add(pause.key());
      }
    }
    return keys;
  }

  private boolean covers(String bucket, String type, @Nullable String key, int within) {
    if (!known || stopped) {
      return true;
    }
    if (lookup.isEmpty()) {
      return false;
    }
    for (int shape = 1; shape <= ALL; shape++) {
      boolean asked = used[shape] && (shape & ~within) == 0;
      if (asked && lookup.contains(pause(shape, bucket, type, key))) {
        return true;
      }
    }
    return false;
  }

  private static int shape(Pause pause) {
    return (pause.bucket() == null ? 0 : BUCKET)
        | (pause.type() == null ? 0 : TYPE)
        | (pause.key() == null ? 0 : KEY);
  }

  private static Pause pause(int shape, String bucket, String type, @Nullable String key) {
    return new Pause(
        (shape & BUCKET) == 0 ? null : bucket,
        (shape & TYPE) == 0 ? null : type,
        (shape & KEY) == 0 ? null : key);
  }
}
