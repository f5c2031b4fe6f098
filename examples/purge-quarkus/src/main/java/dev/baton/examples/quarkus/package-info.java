/**
 * A catalog of tables with Quarkus and PostgreSQL: tasks delete the files of dropped tables. See
 * the README.
 */
@NullMarked
package dev.baton.examples.quarkus;

import org.jspecify.annotations.NullMarked;
