/**
 * Cassandra's servers in memory: they answer the statements of the store by Cassandra's rules, with
 * three replicas of each partition. What isn't known is refused, never guessed.
 *
 * <p>A conditional write is decided for its partition, one after the other, and reaches each
 * replica at once, later or never; before the next one, or a serial read, most replicas have it.
 * Plain reads ask two replicas and take the later of what they have, cell by cell.
 */
@NullMarked
package dev.baton.tck.simulation.cassandra;

import org.jspecify.annotations.NullMarked;
