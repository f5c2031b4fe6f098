/**
 * Starts real servers on this machine from Maven artifacts: databases with durable commits, a Kafka
 * broker, ZooKeeper and Cassandra.
 */
@NullMarked
package dev.baton.local;

import org.jspecify.annotations.NullMarked;
