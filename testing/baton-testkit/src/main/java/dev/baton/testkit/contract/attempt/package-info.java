/** What stores must do for running attempts: steps, progress and signals. */
@NullMarked
package dev.baton.testkit.contract.attempt;

import org.jspecify.annotations.NullMarked;
