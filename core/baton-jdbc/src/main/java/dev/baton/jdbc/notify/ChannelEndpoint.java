package dev.baton.jdbc.notify;

/**
 * The values that the sender and the listener of a channel share.
 *
 * @param name the sender's name in each message; a node ignores messages with its own name
 */
record ChannelEndpoint(
    Settings settings, Namespace namespace, String name, ChannelCounters counts) {}
