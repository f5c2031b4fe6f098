/** Contracts of the stores of running attempts: steps, progress and signals. */
@NullMarked
package dev.baton.tck.contract.attempt;

import org.jspecify.annotations.NullMarked;
