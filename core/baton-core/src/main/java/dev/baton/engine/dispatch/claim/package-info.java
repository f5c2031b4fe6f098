/**
 * Claims the booked candidates and starts the claimed tasks: slot → claim → attempt. Other packages
 * use {@link dev.baton.engine.dispatch.claim.Claimer}.
 */
@NullMarked
package dev.baton.engine.dispatch.claim;

import org.jspecify.annotations.NullMarked;
