/**
 * Schedules: the rules for their ticks, the duty that adds a task for each due tick, and the
 * service that changes schedules. For the rest of the engine, a tick is a normal request.
 */
@NullMarked
package dev.baton.engine.schedule;

import org.jspecify.annotations.NullMarked;
