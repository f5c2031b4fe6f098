/**
 * A catalog of tables: Quarkus, PostgreSQL, and files that are deleted by tasks; see its README.
 */
@NullMarked
package dev.baton.examples.quarkus;

import org.jspecify.annotations.NullMarked;
