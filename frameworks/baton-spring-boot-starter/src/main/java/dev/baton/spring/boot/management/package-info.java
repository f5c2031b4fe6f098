/** The operators' page and its REST interface in a Spring MVC application. */
@NullMarked
package dev.baton.spring.boot.management;

import org.jspecify.annotations.NullMarked;
