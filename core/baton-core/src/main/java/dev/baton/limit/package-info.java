/**
 * Limits on what runs at a time, or how often it starts, on one node or in the whole cluster;
 * {@link dev.baton.limit.Limit} makes them.
 */
@NullMarked
package dev.baton.limit;

import org.jspecify.annotations.NullMarked;
