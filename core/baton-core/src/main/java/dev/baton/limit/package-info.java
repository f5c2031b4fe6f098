/**
 * Limits on how many tasks run at a time, or how often they start, on one node or in the whole
 * cluster. {@link dev.baton.limit.Limit} creates them.
 */
@NullMarked
package dev.baton.limit;

import org.jspecify.annotations.NullMarked;
