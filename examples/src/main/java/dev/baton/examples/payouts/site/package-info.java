/**
 * The databases that the demo supports, the run that is recorded in one of them, and the counts
 * read from its tables.
 */
@NullMarked
package dev.baton.examples.payouts.site;

import org.jspecify.annotations.NullMarked;
