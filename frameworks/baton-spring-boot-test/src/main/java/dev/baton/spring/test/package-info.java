/**
 * Tests of Spring Boot applications with Baton: {@link dev.baton.spring.test.BatonTest} gives the
 * test control of the application's tasks, time and Kafka.
 */
@NullMarked
package dev.baton.spring.test;

import org.jspecify.annotations.NullMarked;
