/** Connects a handler's thread with its task, for the log and for the tasks that it adds. */
@NullMarked
package dev.baton.engine.attempt.scope;

import org.jspecify.annotations.NullMarked;
