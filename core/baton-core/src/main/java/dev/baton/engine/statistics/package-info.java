/**
 * What there is and what was done: counted as it happens, noted in the store now and then, and told
 * to operators and dashboards.
 */
@NullMarked
package dev.baton.engine.statistics;

import org.jspecify.annotations.NullMarked;
