/**
 * Finished tasks that share a row while they are kept. Only PostgreSQL has this, since it needs
 * arrays.
 *
 * <p>Tasks that one statement ends alike become one row of {@code baton_shared_row}: common values
 * once, the others as arrays. Only {@link dev.baton.jdbc.shared.SharedRows} writes these rows. It
 * also finds them, separates the tasks of a row when one of them changes, and prunes them. Its SQL
 * is in {@code sql/postgresql.sql}. Other SQL reads them through the views {@code
 * baton_shared_task} and {@code baton_kept}.
 */
@NullMarked
package dev.baton.jdbc.shared;

import org.jspecify.annotations.NullMarked;
