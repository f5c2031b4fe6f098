/**
 * A shard of the store: an ordered map of rows in one Cassandra partition, changed by
 * compare-and-set alone.
 *
 * <p>A partition has an <em>epoch</em>, which is in its first row. Each change of the shard is one
 * conditional batch: it raises the epoch by one if the epoch is still what the writer read before
 * it read the rows, and writes the rows. A writer that reads the epoch, then rows, and then
 * succeeds has changed exactly what it saw.
 *
 * <pre>
 *             +--------------- the epoch was another ---------------+
 *             v                                                     |
 *   read the epoch -> read rows -> decide -> compare-and-set --> applied: done
 *             ^                                    |
 *             |                              no answer came
 *             |                                    v
 *             +-- the epoch is as it was --- read serially --- the writer's id is there: done
 * </pre>
 *
 * <p>A batch that wasn't answered is judged by a serial read. The shard keeps the ids of its last
 * writes beside the epoch: if the id is among them, the batch was applied. If it isn't, and the
 * epoch has been raised, the batch can't be applied any more. If the epoch is still the same, the
 * batch may be applied later; the writer then decides again and writes again under the same epoch,
 * of which only one can succeed. What can't be told, because too many others have written since, is
 * an unknown result for the caller.
 *
 * <p>Cassandra keeps a tombstone for each row that was removed. The shard therefore remembers
 * <em>gaps</em>: ranges in which no row is. They are changed by the same compare-and-set, and reads
 * leave them out.
 */
@NullMarked
package dev.baton.cassandra.shard;

import org.jspecify.annotations.NullMarked;
