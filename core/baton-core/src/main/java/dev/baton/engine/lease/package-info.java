/**
 * The tasks that this node has claimed, and how long their leases are valid: from before the claim
 * until the result of the transition is known.
 */
@NullMarked
package dev.baton.engine.lease;

import org.jspecify.annotations.NullMarked;
