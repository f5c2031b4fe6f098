package dev.baton.cassandra.shard;

/** Groups keys by a common prefix. */
@FunctionalInterface
public interface Grouping {

  /** Returns the prefix of all keys of the group. */
  RowKey groupOf(RowKey key);
}
