/**
 * Random histories that are run against two stores, whose answers must be the same: what the
 * contract suites didn't think of.
 */
@NullMarked
package dev.baton.tck.history;

import org.jspecify.annotations.NullMarked;
