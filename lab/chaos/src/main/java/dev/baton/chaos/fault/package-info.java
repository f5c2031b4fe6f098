/** Disturbs a run by faults chosen from a seed, by operators, and by callers that lock tasks. */
@NullMarked
package dev.baton.chaos.fault;

import org.jspecify.annotations.NullMarked;
