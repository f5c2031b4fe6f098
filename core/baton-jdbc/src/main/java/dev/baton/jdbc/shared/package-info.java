/**
 * Finished tasks that are kept and share a row, where the database has arrays: PostgreSQL.
 *
 * <p>Tasks that one statement ends alike become one row of {@code baton_shared_row}: what they have
 * in common once, the rest as arrays. {@link dev.baton.jdbc.shared.SharedRows} is the only way to
 * them: it writes them, finds them, takes one apart when one of its tasks is changed, and prunes
 * them. Its SQL is in {@code sql/postgresql.sql}. Other SQL reads them through the views {@code
 * baton_shared_task} and {@code baton_kept}.
 */
@NullMarked
package dev.baton.jdbc.shared;

import org.jspecify.annotations.NullMarked;
