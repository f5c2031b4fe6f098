package dev.baton.jdbc.notify;

/**
 * Counts of a channel's work since it was created.
 *
 * @param listening whether notifications arrive at the moment
 * @param statements statements sent, each with one or more notifications
 * @param messages notifications sent
 * @param sent hints in them
 * @param received hints received from other nodes, for buckets of this node
 * @param malformed skipped notifications that weren't in this Baton version's format
 * @param unsent hints that didn't fit or couldn't be sent; other nodes are asked to poll instead
 * @param opened how often listening began; more than one means that the connection was lost
 */
public record NotifyStats(
    boolean listening,
    long statements,
    long messages,
    long sent,
    long received,
    long malformed,
    long unsent,
    long opened) {}
