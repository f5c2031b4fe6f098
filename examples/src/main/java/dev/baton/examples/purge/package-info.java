/**
 * Tasks whose ids are derived from their subject: each table has one purge task, however many
 * callers request it, and the whole cluster has one clean-up task.
 *
 * <p>{@link dev.baton.examples.purge.CatalogTasks} defines the tasks and how they run. {@link
 * dev.baton.examples.purge.PurgeDemo} shows them: {@code java -cp
 * examples/target/baton-examples.jar dev.baton.examples.purge.PurgeDemo}.
 */
@NullMarked
package dev.baton.examples.purge;

import org.jspecify.annotations.NullMarked;
