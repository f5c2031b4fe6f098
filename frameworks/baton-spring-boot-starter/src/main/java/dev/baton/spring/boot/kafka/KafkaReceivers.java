package dev.baton.spring.boot.kafka;

import dev.baton.api.TaskAdder;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.spring.BatonNode;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/**
 * The application's receivers. The receivers start after the node and stop before it. Thread-safe.
 */
public final class KafkaReceivers implements SmartLifecycle {
  /**
   * The phase of other message listeners, which start after the node. Its phase is {@link
   * BatonNode#PHASE}.
   */
  private static final int PHASE = DEFAULT_PHASE - 100;

  private final List<KafkaReceiver> receivers;
  private final TaskAdder tasks;
  private boolean running;

  KafkaReceivers(List<KafkaReceiver> receivers, TaskAdder tasks) {
    this.receivers = List.copyOf(receivers);
    this.tasks = tasks;
  }

  @Override
  public synchronized void start() {
    if (!running) {
      receivers.forEach(receiver -> receiver.start(tasks));
      running = true;
    }
  }

  @Override
  public synchronized void stop() {
    if (running) {
      receivers.forEach(KafkaReceiver::stop);
      running = false;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
