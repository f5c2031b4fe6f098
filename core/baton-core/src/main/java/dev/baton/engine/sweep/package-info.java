/** Duties of the leading node: due work, lapsed leases, lost hints, retention. */
@NullMarked
package dev.baton.engine.sweep;

import org.jspecify.annotations.NullMarked;
