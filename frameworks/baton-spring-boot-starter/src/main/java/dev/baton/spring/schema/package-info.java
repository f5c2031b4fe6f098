/** Who makes Baton's tables when an application starts: its Flyway, its Liquibase, or Baton. */
@NullMarked
package dev.baton.spring.schema;

import org.jspecify.annotations.NullMarked;
