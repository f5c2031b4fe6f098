/**
 * Tasks that this node can't run because of what it doesn't know. The others ask {@link
 * dev.baton.engine.attempt.unknown.UnknownTasks} alone.
 */
@NullMarked
package dev.baton.engine.attempt.unknown;

import org.jspecify.annotations.NullMarked;
