package dev.baton.engine.base;

import dev.baton.cluster.Pause;
import dev.baton.task.Flow;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pauses a node goes by at one moment. Immutable. Asking costs the same however many there are:
 * a task is looked up once for each combination of names that some pause uses.
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

  /** Nothing is paused. */
  static PausesInForce none() {
    return new PausesInForce(0, true, false, Set.of());
  }

  /** The store hasn't been asked yet: everything may be paused, so everything is. */
  static PausesInForce unknown() {
    return new PausesInForce(0, false, false, Set.of());
  }

  /** What is in force after this. */
  PausesInForce next(Collection<Pause> others) {
    return new PausesInForce(number + 1, true, stopped, others);
  }

  /** The same pauses, with everything stopped on this node or not. */
  PausesInForce stopped(boolean all) {
    return new PausesInForce(number + 1, known, all, pauses);
  }

  /** Different for any two that follow each other on a node. */
  public long number() {
    return number;
  }

  /** Whether the store has been asked. */
  boolean isKnown() {
    return known;
  }

  SortedSet<Pause> pauses() {
    return pauses;
  }

  public int size() {
    return pauses.size();
  }

  /** Whether tasks of this flow must not be started in this bucket. */
  public boolean covers(String bucket, Flow flow) {
    return covers(bucket, flow.type(), flow.key(), ALL);
  }

  /** Whether no task of this type may be started in this bucket, whatever its key. */
  public boolean coversAllOf(String bucket, String type) {
    return covers(bucket, type, null, BUCKET | TYPE);
  }

  /** The keys whose tasks of this type must not be started in this bucket. */
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
