package dev.baton.kafka.receive;

/**
 * What a receiver has done since it was built.
 *
 * @param added tasks made of messages
 * @param known tasks that were there already: their messages came again
 * @param handled messages that a plain handler has done
 * @param setAside messages that nobody could make anything of
 */
public record KafkaReceiverCounts(long added, long known, long handled, long setAside) {}
