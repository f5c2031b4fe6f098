/** Spring Modulith's outbox for events that go to Kafka, in Spring Boot. */
@NullMarked
package dev.baton.spring.boot.modulith;

import org.jspecify.annotations.NullMarked;
