package dev.baton.kafka.receive;

/**
 * Counts of a receiver's work since it was built.
 *
 * @param added tasks added for messages
 * @param known tasks that existed already because their messages were read again
 * @param handled messages that a plain handler has finished
 * @param setAside messages that could not be processed
 */
public record KafkaReceiverCounts(long added, long known, long handled, long setAside) {}
