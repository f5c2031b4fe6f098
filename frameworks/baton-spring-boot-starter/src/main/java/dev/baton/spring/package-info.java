/**
 * Baton in Spring: its configuration, the annotations of handlers, and Spring transactions. Without
 * Spring Boot, {@link dev.baton.spring.BatonConfiguration} is all that you need.
 */
@NullMarked
package dev.baton.spring;

import org.jspecify.annotations.NullMarked;
