/**
 * Defines task types, adds tasks and waits for their results: {@link dev.baton.api.TaskType},
 * {@link dev.baton.api.Tasks}. Handlers, nodes and operators' tools are in the artifact baton-core.
 */
@NullMarked
package dev.baton.api;

import org.jspecify.annotations.NullMarked;
