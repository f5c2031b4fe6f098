/** Baton in Spring Boot's actuator and Micrometer, if they are on the class path. */
@NullMarked
package dev.baton.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
