/**
 * Work that comes again and again: {@link dev.baton.api.schedule.Schedule} says what and when,
 * {@link dev.baton.api.schedule.Schedules} keeps them.
 */
@NullMarked
package dev.baton.api.schedule;

import org.jspecify.annotations.NullMarked;
