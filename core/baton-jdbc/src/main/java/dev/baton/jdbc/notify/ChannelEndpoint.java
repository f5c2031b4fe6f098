package dev.baton.jdbc.notify;

/**
 * This node's end of the channel, as its sender and its listener both know it.
 *
 * @param name says in each message whose it is, so that a node skips its own
 */
record ChannelEndpoint(
    Settings settings, Namespace namespace, String name, ChannelCounters counts) {}
