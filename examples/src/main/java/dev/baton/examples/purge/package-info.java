/**
 * Tasks that follow from what they are about: however often and wherever a table is to be purged,
 * there is one task for it; and there is one to clean up in the whole cluster.
 *
 * <p>{@link dev.baton.examples.purge.CatalogTasks} says what the tasks are and how they run; {@link
 * dev.baton.examples.purge.PurgeDemo} shows them: {@code java -cp
 * examples/target/baton-examples.jar dev.baton.examples.purge.PurgeDemo}.
 */
@NullMarked
package dev.baton.examples.purge;

import org.jspecify.annotations.NullMarked;
