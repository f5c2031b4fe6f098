/**
 * API to define task types, add tasks, wait for their results, and send signals. Start with {@link
 * dev.baton.api.TaskType} and {@link dev.baton.api.Tasks}. {@code Baton.tasks()} returns the {@code
 * Tasks} of a node, and {@code Baton.transactions()} creates a {@link dev.baton.api.Transaction};
 * with Spring and Quarkus, both are injected. Handlers, nodes and operators' tools are in the
 * artifact baton-core.
 */
@NullMarked
package dev.baton.api;

import org.jspecify.annotations.NullMarked;
