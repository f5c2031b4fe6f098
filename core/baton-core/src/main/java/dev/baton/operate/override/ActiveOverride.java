package dev.baton.operate.override;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A number that was set at run time. It holds on all nodes, over restarts, until it is reset.
 *
 * @param setBy who set it, as the caller said
 * @param reason why, as the caller said
 * @param setAt on the store's clock
 */
public record ActiveOverride(
    OverrideTarget target,
    OverrideValue value,
    String setBy,
    @Nullable String reason,
    Instant setAt) {}
