/**
 * Simulates Cassandra's servers in memory. They execute the statements of the store by Cassandra's
 * rules, with three replicas of each partition. They reject everything that they don't support.
 *
 * <p>The conditional writes of a partition are decided one after the other. Each decided write
 * reaches a replica at once, later or never. Before the next conditional write or serial read, most
 * replicas have it. A plain read asks two replicas and takes the later value of each cell.
 */
@NullMarked
package dev.baton.tck.simulation.cassandra;

import org.jspecify.annotations.NullMarked;
