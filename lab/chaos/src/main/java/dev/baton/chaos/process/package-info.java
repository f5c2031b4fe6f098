/** The worker and adder processes of a run, with their handlers, stores and databases. */
@NullMarked
package dev.baton.chaos.process;

import org.jspecify.annotations.NullMarked;
