/** Tasks of a Baton on Cassandra that are added in SQL transactions. */
@NullMarked
package dev.baton.examples.outbox;

import org.jspecify.annotations.NullMarked;
