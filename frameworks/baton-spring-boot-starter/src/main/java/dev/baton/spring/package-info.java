/**
 * Baton in Spring: its configuration, the annotations of handlers, and transactions that are
 * Spring's. {@link dev.baton.spring.BatonConfiguration} is all it takes without Spring Boot.
 */
@NullMarked
package dev.baton.spring;

import org.jspecify.annotations.NullMarked;
