package dev.baton.kafka.receive;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.kafka.TestNode;
import dev.baton.local.LocalH2;
import dev.baton.task.Bytes;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that receives messages and dies after it has added some batches, before it commits
 * offsets.
 */
public final class DyingNode {
  static final String TYPE = "RECEIVED";
  static final int EXIT = 9;

  private DyingNode() {}

  /** Returns the receiver of this process and of its successor. */
  static KafkaReceiver receiver(String brokers, String topic) {
    return KafkaReceiver.builder(brokers, topic + "-group")
        .tasks(
            "all",
            topic,
            message -> Optional.of(TaskType.of(TYPE, Bytes.class).with(Bytes.of(message.text()))))
        .consumer(
            Map.of(
                "max.poll.records", 40,
                "session.timeout.ms", 1_500,
                "heartbeat.interval.ms", 200))
        .build();
  }

  /**
   * @param args the brokers, the topic, the database's file, and the number of batches before its
   *     death
   */
  public static void main(String[] args) throws Exception {
    TestNode database = TestNode.at(LocalH2.at(Path.of(args[2])));
    Baton baton = database.start();
    receiver(args[0], args[1]).start(new Dying(baton.tasks(), Integer.parseInt(args[3])));
    new CountDownLatch(1).await();
  }

  private static final class Dying extends ForwardingAdder {
    private final AtomicInteger left;

    Dying(TaskAdder tasks, int batches) {
      super(tasks);
      this.left = new AtomicInteger(batches);
    }

    @Override
    public List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests) {
      List<AddResult> results = tasks.addAll(requests);
      if (left.decrementAndGet() <= 0) {
        // The batch is committed in the database, but not in Kafka.
        Runtime.getRuntime().halt(EXIT);
      }
      return results;
    }
  }
}
