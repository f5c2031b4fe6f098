/** Compares the guarantees with the final state of the run. */
@NullMarked
package dev.baton.chaos.check;

import org.jspecify.annotations.NullMarked;
