/**
 * Kafka for tests, without a broker. The test reads the sent messages and delivers the messages to
 * receive. Everything else is the production code.
 *
 * <pre>{@code
 * TestKafka kafka = new TestKafka();
 * KafkaSender sender = kafka.sender();
 *
 * kafka.readBy(baton.tasks(), receiver);
 * kafka.deliver(KafkaMessage.to("payouts.requests").key("ada").value(json));
 * baton.drain();
 * assertThat(kafka.sent("payouts.done")).hasSize(1);
 * }</pre>
 */
@NullMarked
package dev.baton.kafka.test;

import org.jspecify.annotations.NullMarked;
