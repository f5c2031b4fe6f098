package dev.baton.kafka;

import dev.baton.task.Candidate;
import java.util.List;
import java.util.UUID;

/**
 * What one Kafka record says: these tasks of the bucket are ready.
 *
 * @param sender the channel that sent it, which has no need of it itself
 * @param hints the ready tasks, of one flow; empty when there were more than could be sent, so that
 *     the store is to be looked at
 */
record HintRecord(UUID sender, String bucket, List<Candidate> hints) {}
