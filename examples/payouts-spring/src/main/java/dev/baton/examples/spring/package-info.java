/** A service that pays partners: Spring Boot, PostgreSQL, Kafka in and out; see its README. */
@NullMarked
package dev.baton.examples.spring;

import org.jspecify.annotations.NullMarked;
