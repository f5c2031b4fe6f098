package dev.baton.examples.purge;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What is to be removed of a table.
 *
 * @param snapshots the snapshots nobody needs any more
 */
public record Purge(String table, SortedSet<Integer> snapshots) {

  /** Of this table, these snapshots. */
  public static Purge of(String table, Integer... snapshots) {
    return new Purge(table, new TreeSet<>(List.of(snapshots)));
  }

  /** Both in one: what a task that waits becomes when more is submitted. */
  Purge and(Purge more) {
    SortedSet<Integer> all = new TreeSet<>(snapshots);
    all.addAll(more.snapshots);
    return new Purge(table, all);
  }
}
