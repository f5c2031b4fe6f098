/** What the settings of all of this module's Kafka clients have in common. Not for applications. */
@NullMarked
package dev.baton.kafka.client;

import org.jspecify.annotations.NullMarked;
