/**
 * Receives Kafka messages: {@link dev.baton.kafka.receive.KafkaReceiver} turns them into tasks, or
 * passes them to a plain handler.
 *
 * <h2>How no message is lost or duplicated</h2>
 *
 * A batch of a partition becomes tasks in one transaction. After that has committed, the batch's
 * offset is committed to Kafka. Between the two commits, a failure may cause the batch to be read
 * again. A task's id is derived from the message (or chosen by the converter), and so is a unique
 * key that outlives the task, so the second time nothing is written.
 *
 * <h2>Threads</h2>
 *
 * <ul>
 *   <li><b>receive</b> is the only thread that uses the consumer (others may only wake it up). It
 *       polls and commits offsets. It continues to poll while partitions wait, so that the group
 *       never considers this node dead.
 *   <li><b>work</b> is one thread for each partition that has a batch. It adds the tasks and calls
 *       the handlers, and waits if the database or a handler fails. The partition is paused until
 *       the batch is finished, so at most one batch of each partition is in memory; other
 *       partitions continue.
 * </ul>
 *
 * When partitions move to another node, their work ends after the current step, or is interrupted
 * after a few seconds. Finished messages are committed; the other node processes the rest.
 */
@NullMarked
package dev.baton.kafka.receive;

import org.jspecify.annotations.NullMarked;
