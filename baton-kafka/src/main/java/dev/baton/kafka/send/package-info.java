/**
 * Kafka messages sent as tasks: {@link dev.baton.kafka.send.KafkaTasks} adds them in the caller's
 * transaction, {@link dev.baton.kafka.send.KafkaSender} sends them.
 *
 * <h2>Order</h2>
 *
 * A task that waits for its retry is overtaken by others of its flow, whatever limit the flow has;
 * and nodes learn of tasks by hints, which keep no order. So order is not left to a limit: each
 * message of an order waits for the end of the one before it, as any task can wait for others.
 *
 * <pre>
 *   register of the order (a task, BLOCKED or WAITING)   "the latest message is M2"
 *   M1 (in work, waits for its retry, or ERROR)  ←  M2 (BLOCKED)  ←  M3 ...
 * </pre>
 *
 * The register is a task of its own with a unique key made of topic and key. A sender merges its
 * message's id into it, in his transaction: the row is locked until he commits, so the next sender
 * of that order waits, and then sees whom to follow. Messages therefore stand in the order in which
 * their transactions commit. Now and then, and not before the message it named has ended, the
 * register runs: it ends when no later message was entered, and otherwise makes way for a new one
 * in the transaction of its end.
 *
 * <h2>The stored form</h2>
 *
 * <pre>
 *   0xBA 0x02        mark, version of the form
 *   1 byte           1 when the messages are sent one after the other, else 0
 *   int              how many messages; then each of them:
 *   text             topic; a text is its length in UTF-8 (int), then that
 *   bytes, bytes     key and value; bytes are their length (int), then they; -1 for none
 *   int              how many headers; then each of them: text, bytes
 * </pre>
 */
@NullMarked
package dev.baton.kafka.send;

import org.jspecify.annotations.NullMarked;
