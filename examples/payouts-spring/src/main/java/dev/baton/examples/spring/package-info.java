/** A service that pays partners, with Spring Boot, PostgreSQL and Kafka. See its README. */
@NullMarked
package dev.baton.examples.spring;

import org.jspecify.annotations.NullMarked;
