package dev.baton.kafka;

import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.UUID;

/**
 * The content of one Kafka record: these tasks of the bucket are ready.
 *
 * @param sender the channel that sent it; it ignores its own records
 * @param hints the ready tasks, of one flow; empty if there were more than could be sent, so that
 *     receivers must read the store
 */
record HintRecord(UUID sender, String bucket, List<Candidate> hints) {}
