/**
 * The contracts of the adapters behind Baton's seams, as tests. To run one, extend the class for
 * your seam, create your adapter in it, and run it with JUnit.
 *
 * <p>One package contains the contract of the {@linkplain dev.baton.tck.contract.core core} of a
 * task store; each group of capabilities has its own package. The tests can't move the clock of a
 * real database. So where possible, cases that depend on time use instants in the distant past or
 * future, and wait only for a fraction of a second.
 */
@NullMarked
package dev.baton.tck.contract;

import org.jspecify.annotations.NullMarked;
