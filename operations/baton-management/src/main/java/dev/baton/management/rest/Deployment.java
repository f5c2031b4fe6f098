package dev.baton.management.rest;

import java.time.Instant;

/**
 * The latest deployment.
 *
 * @param words what was deployed, as part of a sentence
 * @param at when the first server of the deployment started
 */
record Deployment(String words, Instant at) {}
