/** Micrometer observations of adding and running tasks, in Spring Boot. */
@NullMarked
package dev.baton.spring.boot.observe;

import org.jspecify.annotations.NullMarked;
