package dev.baton.cassandra.shard;

/** Which keys stand together as a group. */
@FunctionalInterface
public interface Grouping {

  /** What all keys of the group begin with. */
  RowKey groupOf(RowKey key);
}
