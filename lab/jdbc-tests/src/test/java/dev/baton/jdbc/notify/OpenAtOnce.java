package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.util.Collection;
import java.util.List;

/** A channel whose opening waits until it listens, so that a test's next hint isn't too early. */
record OpenAtOnce(NotifyChannel channel) implements TriggerChannel {
  @Override
  public void open(Collection<String> buckets, Receiver receiver) {
    channel.open(buckets, receiver);
    Waiting.until("listening", () -> channel.isListening());
  }

  @Override
  public void publish(List<Candidate> ready) {
    channel.publish(ready);
  }

  @Override
  public void publish(CompletionNotice notice) {
    channel.publish(notice);
  }

  @Override
  public void close() {
    channel.close();
  }
}
