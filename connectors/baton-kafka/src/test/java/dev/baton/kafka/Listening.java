package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A channel whose {@link #open} returns when the channel listens. Before that, it only reports
 * possibly missed hints. A node can use this, but a test can't wait for a hint.
 */
final class Listening implements TriggerChannel {
  private final TriggerChannel channel;

  Listening(TriggerChannel channel) {
    this.channel = channel;
  }

  @Override
  public void open(Collection<String> buckets, Receiver receiver) {
    CountDownLatch listens = new CountDownLatch(1);
    channel.open(
        buckets,
        new Receiver() {
          @Override
          public void ready(List<Candidate> ready) {
            receiver.ready(ready);
          }

          @Override
          public void missedSome() {
            listens.countDown();
            receiver.missedSome();
          }
        });
    try {
      if (!buckets.isEmpty()) {
        Waiting.forLatch("the channel listens", listens);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void publish(List<Candidate> ready) {
    channel.publish(ready);
  }

  @Override
  public void close() {
    channel.close();
  }
}
