/**
 * Lets finished tasks share a row while they are kept. Only PostgreSQL supports this, because it
 * needs arrays.
 *
 * <p>If one statement ends several tasks alike, they become one row of {@code baton_shared_row}.
 * The row contains their common values once, and the other values as arrays. Only {@link
 * dev.baton.jdbc.shared.SharedRows} writes these rows. It also reads them, prunes them, and gives
 * the tasks of a row their own rows when one of them changes. Its SQL is in {@code
 * sql/postgresql.sql}. Other SQL reads them through the views {@code baton_shared_task} and {@code
 * baton_kept}.
 */
@NullMarked
package dev.baton.jdbc.shared;

import org.jspecify.annotations.NullMarked;
