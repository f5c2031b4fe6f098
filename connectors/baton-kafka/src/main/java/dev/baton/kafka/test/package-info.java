/**
 * Kafka for tests: no broker. What is sent is kept for the test to look at, and what is to be
 * received the test hands over; everything between is what runs in production.
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
