package dev.baton.cluster;

import java.time.Instant;

/**
 * A pause in force.
 *
 * @param reason for people
 * @param since when it was paused
 */
public record Paused(Pause pause, String reason, Instant since) {}
