/** What operators see of Baton by Spring Boot's actuator and Micrometer, where they are there. */
@NullMarked
package dev.baton.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
