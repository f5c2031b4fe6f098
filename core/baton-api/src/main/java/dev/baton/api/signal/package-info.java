/**
 * News for a task that others may hold, and what became of them; {@link dev.baton.api.Signals}
 * takes them.
 */
@NullMarked
package dev.baton.api.signal;

import org.jspecify.annotations.NullMarked;
