/**
 * The real clock, randomness and threads. No other package of the engine uses them directly, so the
 * simulator can replace them.
 */
@NullMarked
package dev.baton.engine.runtime;

import org.jspecify.annotations.NullMarked;
