/**
 * Real servers on this machine, started from Maven artifacts: databases with durable commits on, a
 * Kafka broker, ZooKeeper and Cassandra.
 */
@NullMarked
package dev.baton.local;

import org.jspecify.annotations.NullMarked;
