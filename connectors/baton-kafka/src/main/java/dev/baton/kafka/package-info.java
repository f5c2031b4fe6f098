/**
 * Hints between nodes through Kafka: {@link dev.baton.kafka.KafkaTriggers}.
 *
 * <h2>Topics</h2>
 *
 * Each bucket has a topic: {@code baton.NAMESPACE.BUCKET}, or {@code
 * baton.NAMESPACE.DATACENTRE.BUCKET} if a data centre is configured. A part of the name that Kafka
 * would refuse, or that is longer than 40 characters, is changed and gets a hash of the whole part
 * at its end.
 *
 * <h2>Records</h2>
 *
 * A record contains up to 500 hints of one flow. Its key is a hash of the flow, so that the hints
 * of one flow stay in one partition. The hash has four bytes, big-endian: the hash code of the
 * flow's type times 31, plus that of its key. In a group the sender uses the same key to choose
 * among the partitions that it doesn't read itself, because a hint there would reach no other node.
 * The value has the following layout. A <i>number</i> has seven bits per byte, lowest first. A
 * <i>text</i> is the number of its UTF-8 bytes, followed by the bytes:
 *
 * <pre>
 *   0xBA 0x01     mark, version of the format
 *   16 bytes      the sending channel's random id: a node skips its own records
 *   text          bucket
 *   number        how many hints; 0: too many to send, read the store; the record ends here
 *   text, text    type and key of the flow
 *   each hint:    16 bytes id, number version, 1 byte priority,
 *                 number seconds (zigzag) and number nanoseconds since 1970 of its arrival
 * </pre>
 *
 * A reader counts and skips a record that it can't read, that has a later version, or that belongs
 * to another bucket than its topic. A later version of the format must keep mark and version where
 * they are.
 *
 * <h2>Threads of a channel</h2>
 *
 * <ul>
 *   <li><b>watch</b> uses an admin client to check which topics exist, every few seconds and when
 *       another thread suspects a problem. It creates topics if allowed. Only this thread decides
 *       whether Kafka responds. It logs once when Kafka becomes unavailable and once when it is
 *       back.
 *   <li><b>send</b> takes hints from a queue of 10,000. Hints that don't fit, or that Kafka doesn't
 *       accept within seconds, are dropped. As soon as Kafka accepts records again, a record
 *       without hints asks the other nodes to read the store.
 *   <li><b>read</b> passes on other nodes' hints. With delivery to every node, it reads all
 *       partitions, without a group, from the end. With delivery to one node, the nodes of a group
 *       divide the partitions. Offsets are committed every few seconds, so a rebalance may
 *       duplicate or lose some hints.
 * </ul>
 *
 * In three cases, the receiver is notified that hints may have been missed: this node has got new
 * partitions, Kafka responds again, or the node has skipped more than 10,000 old records.
 */
@NullMarked
package dev.baton.kafka;

import org.jspecify.annotations.NullMarked;
