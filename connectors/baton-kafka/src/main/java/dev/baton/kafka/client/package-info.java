/** Common settings of all Kafka clients of this module. Not for applications. */
@NullMarked
package dev.baton.kafka.client;

import org.jspecify.annotations.NullMarked;
