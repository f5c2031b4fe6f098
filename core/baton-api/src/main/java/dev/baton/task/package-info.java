/**
 * Values of tasks that applications read: bytes, statuses, flows, outcomes of attempts and
 * transitions. Nothing here reads a clock, draws a random number or does I/O.
 */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
