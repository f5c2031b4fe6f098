/** Baton in Spring Boot: properties, auto-configuration, failure messages, actuator. */
@NullMarked
package dev.baton.spring.boot;

import org.jspecify.annotations.NullMarked;
