/**
 * Where payouts, tasks and books are kept: the databases that the demo can run on, the run that one
 * of them holds, and the counts read from its tables.
 */
@NullMarked
package dev.baton.examples.payouts.site;

import org.jspecify.annotations.NullMarked;
