/**
 * Creation of Baton's tables when an application starts: by its Flyway, its Liquibase, or Baton.
 */
@NullMarked
package dev.baton.spring.schema;

import org.jspecify.annotations.NullMarked;
