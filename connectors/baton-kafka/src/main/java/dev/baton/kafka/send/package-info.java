/**
 * Sends Kafka messages as tasks: {@link dev.baton.kafka.send.KafkaTasks} adds them in the caller's
 * transaction, and {@link dev.baton.kafka.send.KafkaSender} sends them.
 *
 * <h2>Order</h2>
 *
 * Other tasks of its flow overtake a task that waits for its retry, whatever limit the flow has.
 * Messages sent in order are therefore {@linkplain dev.baton.api.TaskRequest#ordered ordered}
 * tasks, whose key consists of topic and key. Their order is the order in which their transactions
 * commit.
 *
 * <h2>The stored form</h2>
 *
 * <pre>
 *   0xBA 0x02        mark, version of the form
 *   1 byte           1 when the messages are sent one after the other, else 0
 *   int              how many messages; then each of them:
 *   text             topic; a text is its length in UTF-8 (int), then its bytes
 *   bytes, bytes     key and value; each is its length (int), then its bytes; -1 for none
 *   int              how many headers; then each of them: text, bytes
 * </pre>
 */
@NullMarked
package dev.baton.kafka.send;

import org.jspecify.annotations.NullMarked;
