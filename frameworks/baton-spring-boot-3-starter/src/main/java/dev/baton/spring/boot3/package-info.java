/** The parts that differ in Spring Boot 3: the classes for health. */
@NullMarked
package dev.baton.spring.boot3;

import org.jspecify.annotations.NullMarked;
