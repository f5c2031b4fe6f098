/** Attempts of several tasks that one call of a handler is for. */
@NullMarked
package dev.baton.engine.attempt.chunk;

import org.jspecify.annotations.NullMarked;
