/**
 * Handles tasks that need something that this node doesn't know. Other packages call only {@link
 * dev.baton.engine.attempt.unknown.UnknownTasks}.
 */
@NullMarked
package dev.baton.engine.attempt.unknown;

import org.jspecify.annotations.NullMarked;
