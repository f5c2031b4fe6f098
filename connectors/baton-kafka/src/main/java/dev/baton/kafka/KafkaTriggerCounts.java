package dev.baton.kafka;

/**
 * Counts of a {@link KafkaTriggers}'s work since it was created.
 *
 * @param sent hints that the broker has accepted
 * @param received hints of other nodes, passed to this node
 * @param dropped hints of this node that were not sent: too many at once, or no broker accepted
 *     them
 * @param unreadable skipped records that were no hints for this node's buckets
 */
public record KafkaTriggerCounts(long sent, long received, long dropped, long unreadable) {}
