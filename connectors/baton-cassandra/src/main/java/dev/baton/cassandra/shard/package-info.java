/**
 * A shard of the store: an ordered map of rows in one Cassandra partition, changed only by
 * compare-and-set.
 *
 * <p>A partition has an <em>epoch</em> in its first row. Each change of the shard is one
 * conditional batch, which writes the rows and raises the epoch by one. Its condition is that the
 * epoch is still the one that the writer read before the rows. A writer that reads the epoch, then
 * rows, and then succeeds has changed exactly what it saw.
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
 * <p>If a batch gets no response, a serial read shows its result. The shard keeps the ids of its
 * last writes next to the epoch. If the id is among them, the batch was applied. If it isn't, and
 * the epoch has been raised, the batch can't be applied any more. If the epoch is unchanged, the
 * batch may be applied later; the writer then decides and writes again under the same epoch, and
 * only one of the two can succeed. If too many other writes have followed, the result is unknown,
 * and the caller gets an exception.
 *
 * <p>Cassandra keeps a tombstone for each removed row. The shard therefore stores <em>gaps</em>:
 * ranges without rows. The same compare-and-set changes them, and reads skip them.
 */
@NullMarked
package dev.baton.cassandra.shard;

import org.jspecify.annotations.NullMarked;
