/**
 * Real servers on this machine, started from Maven artifacts: databases with durable commits on,
 * and a Kafka broker.
 */
@NullMarked
package dev.baton.local;

import org.jspecify.annotations.NullMarked;
