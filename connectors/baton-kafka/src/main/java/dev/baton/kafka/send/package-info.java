/**
 * Kafka messages sent as tasks: {@link dev.baton.kafka.send.KafkaTasks} adds them in the caller's
 * transaction, {@link dev.baton.kafka.send.KafkaSender} sends them.
 *
 * <h2>Order</h2>
 *
 * A task that waits for its retry is overtaken by others of its flow, whatever limit the flow has.
 * So messages sent in order are {@linkplain dev.baton.api.TaskRequest#ordered ordered} tasks, whose
 * key is made of topic and key: they stand in the order in which their transactions commit.
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
