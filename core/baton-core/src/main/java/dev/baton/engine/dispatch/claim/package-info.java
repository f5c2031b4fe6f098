/**
 * Booked tasks become this node's and are started. The dispatcher asks {@link
 * dev.baton.engine.dispatch.claim.Claimer} alone.
 */
@NullMarked
package dev.baton.engine.dispatch.claim;

import org.jspecify.annotations.NullMarked;
