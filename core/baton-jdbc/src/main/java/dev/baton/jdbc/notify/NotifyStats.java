package dev.baton.jdbc.notify;

/**
 * What a channel has done since it was made.
 *
 * @param listening whether notifications arrive at the moment
 * @param statements statements sent, each with one notification or more
 * @param messages notifications sent
 * @param sent hints in them
 * @param received hints received from other nodes, for buckets of this one
 * @param malformed notifications that no Baton of this version sent; they were skipped
 * @param unsent hints that didn't fit or couldn't be sent; others were told to look instead
 * @param opened how often listening began; beyond one, its connection had been lost
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
