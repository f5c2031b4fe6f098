/** What surrounds a handler on its thread, and what flows on to the tasks that it adds. */
@NullMarked
package dev.baton.engine.attempt.scope;

import org.jspecify.annotations.NullMarked;
