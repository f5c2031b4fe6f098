/**
 * Hints between nodes by Kafka: {@link dev.baton.kafka.KafkaTriggers}.
 *
 * <h2>Topics</h2>
 *
 * One for each bucket: {@code baton.NAMESPACE.BUCKET}, or {@code baton.NAMESPACE.DATACENTRE.BUCKET}
 * where a data centre is given. A name that Kafka wouldn't take, or that is longer than 40
 * characters, is mended and gets a hash of the whole at its end.
 *
 * <h2>Records</h2>
 *
 * A record holds up to 500 hints of one flow. Its key is a hash of the flow (four bytes,
 * big-endian: the hash code of its type times 31, plus that of its key), so that the hints of one
 * flow stay in one partition. In a group the sender chooses, by the same key, among the partitions
 * that are not its own, since a hint to itself would tell nobody else. Its value, where a
 * <i>number</i> has seven bits to the byte, lowest first, and a <i>text</i> is the number of its
 * UTF-8 bytes, then these:
 *
 * <pre>
 *   0xBA 0x01     mark, version of the format
 *   16 bytes      the sending channel's random id: a node skips its own records
 *   text          bucket
 *   number        how many hints; 0: more than could be sent, look at the store; the record ends here
 *   text, text    type and key of the flow
 *   each hint:    16 bytes id, number version, 1 byte priority,
 *                 number seconds (zigzag) and number nanoseconds since 1970 of its arrival
 * </pre>
 *
 * A record that can't be read, of a later version, or for another bucket than its topic's is
 * counted and skipped. A later version of the format must keep mark and version where they are.
 *
 * <h2>Threads of a channel</h2>
 *
 * <ul>
 *   <li><b>watch</b> asks with an admin client every few seconds, and when another thread has a
 *       suspicion, which topics are there, makes those that may be made, and alone judges whether
 *       Kafka answers. It says so once in the log when Kafka goes and once when it comes.
 *   <li><b>send</b> takes hints from a queue of 10,000. What doesn't fit, or what Kafka doesn't
 *       take within seconds, is dropped; as soon as Kafka takes records again, a record with no
 *       hints tells the others to look.
 *   <li><b>read</b> hands on what others sent. To every node: it takes all partitions itself, is in
 *       no group, and begins at the end. To one node: the nodes of a group divide the partitions;
 *       offsets are committed every few seconds, so a rebalance may double or lose some hints.
 * </ul>
 *
 * The receiver is told that hints may have been missed whenever partitions are new to this node,
 * Kafka answers again, or the node was more than 10,000 records behind and skipped them.
 */
@NullMarked
package dev.baton.kafka;

import org.jspecify.annotations.NullMarked;
