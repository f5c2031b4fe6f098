/** What differs in Spring Boot 3: the classes of its health. */
@NullMarked
package dev.baton.spring.boot3;

import org.jspecify.annotations.NullMarked;
