/**
 * Reads and changes tasks for operators and callers that don't run them. A change is one transition
 * of the row under its version, outside the usual path. Signals and cancellations are handled here,
 * too.
 */
@NullMarked
package dev.baton.engine.operate;

import org.jspecify.annotations.NullMarked;
