package dev.baton.operate.cluster;

import java.time.Instant;

/**
 * A pause that is in force.
 *
 * @param reason the reason, for display
 * @param since when the pause started
 */
public record Paused(Pause pause, String reason, Instant since) {}
