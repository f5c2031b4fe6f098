/**
 * Random histories that run against two stores, whose results must be equal. They find what the
 * contract suites don't cover.
 */
@NullMarked
package dev.baton.tck.history;

import org.jspecify.annotations.NullMarked;
