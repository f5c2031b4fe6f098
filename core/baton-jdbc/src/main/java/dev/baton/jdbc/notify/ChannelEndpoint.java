package dev.baton.jdbc.notify;

/**
 * The node's end of the channel, shared by its sender and its listener.
 *
 * @param name the sender's name in each message, so that a node skips its own messages
 */
record ChannelEndpoint(
    Settings settings, Namespace namespace, String name, ChannelCounters counts) {}
