package dev.baton.operate.override;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An override of a setting at run time. It applies on all nodes until an operator resets it, even
 * if nodes restart.
 *
 * @param setBy the actor, as the caller gave it
 * @param reason the reason, as the caller gave it
 * @param setAt time of the change, on the store's clock
 */
public record ActiveOverride(
    OverrideTarget target,
    OverrideValue value,
    String setBy,
    @Nullable String reason,
    Instant setAt) {}
