/** The processes of a run, workers and adders, with their handlers, stores and databases. */
@NullMarked
package dev.baton.chaos.process;

import org.jspecify.annotations.NullMarked;
