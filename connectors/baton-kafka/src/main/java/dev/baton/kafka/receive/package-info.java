/**
 * Kafka messages received: {@link dev.baton.kafka.receive.KafkaReceiver} turns them into tasks, or
 * hands them to a plain handler.
 *
 * <h2>How nothing is lost or doubled</h2>
 *
 * A batch of a partition becomes tasks in one transaction; only when that has committed is its
 * offset committed to Kafka. What happens in between may happen again: a task's id follows from the
 * message (or is the converter's choice), and so does a unique key that outlives the task, so the
 * second time nothing is written.
 *
 * <h2>Threads</h2>
 *
 * <ul>
 *   <li><b>receive</b> alone touches the consumer (but for waking it up): it polls, commits
 *       offsets, and keeps polling while partitions wait, so that the group never takes this node
 *       for dead.
 *   <li><b>work</b>, one thread for each partition that has a batch: it adds its tasks and calls
 *       its handlers, and waits where the database or a handler fails. Its partition is paused
 *       until the batch is through, so at most one batch of each is in memory; others go on.
 * </ul>
 *
 * When partitions go to another node, their work ends after the step under way, or is interrupted
 * after a few seconds; what was done is committed, the rest is the other node's.
 */
@NullMarked
package dev.baton.kafka.receive;

import org.jspecify.annotations.NullMarked;
