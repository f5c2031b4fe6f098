package dev.baton.jdbc.notify;

import javax.sql.DataSource;

/**
 * The values that the sender and the listener of a channel share.
 *
 * @param sending the data source of the task store; notifications are sent through it
 * @param listening the data source for listening
 * @param name the sender's name in each message; a node ignores messages with its own name
 */
record ChannelEndpoint(
    DataSource sending,
    DataSource listening,
    Namespace namespace,
    String name,
    ChannelCounters counts) {}
