package dev.baton.jdbc.notify;

/**
 * Counts of a channel since it was created.
 *
 * @param listening true if notifications currently arrive
 * @param statements number of statements; each sends one or more notifications
 * @param messages number of notifications sent
 * @param sent number of hints in these notifications
 * @param received number of hints received from other nodes for buckets of this node
 * @param malformed number of notifications that were skipped because this Baton version doesn't
 *     know their format
 * @param unsent number of hints that didn't fit or could not be sent; other nodes were told to poll
 *     instead
 * @param opened how often listening has begun; more than once means that a connection was lost
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
