package dev.baton.examples.purge;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Snapshots to remove from a table.
 *
 * @param snapshots the snapshots that are no longer needed
 */
public record Purge(String table, SortedSet<Integer> snapshots) {

  /** Returns a purge of these snapshots of this table. */
  public static Purge of(String table, Integer... snapshots) {
    return new Purge(table, new TreeSet<>(List.of(snapshots)));
  }

  /** Returns both purges as one: a waiting task becomes this when another request arrives. */
  Purge and(Purge more) {
    SortedSet<Integer> all = new TreeSet<>(snapshots);
    all.addAll(more.snapshots);
    return new Purge(table, all);
  }
}
