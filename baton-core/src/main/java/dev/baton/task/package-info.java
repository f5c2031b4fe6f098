/** The pure model of a task and its rules: no I/O, no time, no threads. */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
