/**
 * Work that comes again and again: {@link dev.baton.schedule.Schedule} says what and when, {@link
 * dev.baton.schedule.Schedules} keeps them.
 */
@NullMarked
package dev.baton.schedule;

import org.jspecify.annotations.NullMarked;
