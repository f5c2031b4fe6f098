package dev.baton.kafka;

/**
 * What a {@link KafkaTriggers} has done since it was made.
 *
 * @param sent hints that the broker has taken
 * @param received hints of other nodes, handed on
 * @param dropped hints of this node that were not sent: too many at once, or no broker to take them
 * @param unreadable records skipped because they were no hints for this node's buckets
 */
public record KafkaTriggerCounts(long sent, long received, long dropped, long unreadable) {}
