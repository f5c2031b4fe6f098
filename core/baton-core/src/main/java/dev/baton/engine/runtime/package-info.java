/**
 * The real clock, random numbers and threads. No other package of the engine uses them directly, so
 * that the simulator can replace them.
 */
@NullMarked
package dev.baton.engine.runtime;

import org.jspecify.annotations.NullMarked;
