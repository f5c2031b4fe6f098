/**
 * What every adapter behind a seam of Baton must do, as tests: extend the class for your seam, say
 * how to make one, and run it with JUnit.
 *
 * <p>There is a package for the {@linkplain dev.baton.tck.contract.core core} of a store of tasks
 * and one for each group of capabilities. Time-dependent cases work with instants long past or far
 * off wherever they can, so that a real database, whose clock nobody can move, waits for a fraction
 * of a second only.
 */
@NullMarked
package dev.baton.tck.contract;

import org.jspecify.annotations.NullMarked;
