/** Kafka messages sent as tasks and turned into tasks, in Spring Boot. */
@NullMarked
package dev.baton.spring.boot.kafka;

import org.jspecify.annotations.NullMarked;
