/**
 * The tasks that this node has claimed, and the validity of their leases. A task is in the leases
 * from before its claim until the result of its transition is known.
 */
@NullMarked
package dev.baton.engine.lease;

import org.jspecify.annotations.NullMarked;
