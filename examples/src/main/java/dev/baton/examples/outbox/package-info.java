/** SQL transactions that add tasks to a Baton on Cassandra. */
@NullMarked
package dev.baton.examples.outbox;

import org.jspecify.annotations.NullMarked;
