/**
 * Schedules: their ticks, the duty that adds a task for each, and the service that changes them.
 */
@NullMarked
package dev.baton.engine.schedule;

import org.jspecify.annotations.NullMarked;
