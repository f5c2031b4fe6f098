/**
 * The values that applications read of tasks: bytes, statuses, flows, how an attempt ended, which
 * move a task made. Nothing here reads a clock, draws a random number or does I/O.
 */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
