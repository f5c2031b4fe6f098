/**
 * Tests of Spring Boot applications with Baton: {@link dev.baton.spring.test.BatonTest} puts the
 * application's tasks, time and Kafka into the test's hands.
 */
@NullMarked
package dev.baton.spring.test;

import org.jspecify.annotations.NullMarked;
