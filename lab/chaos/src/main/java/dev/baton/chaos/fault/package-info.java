/** What disturbs a run: faults chosen by a seed, operators, and callers who lock tasks. */
@NullMarked
package dev.baton.chaos.fault;

import org.jspecify.annotations.NullMarked;
