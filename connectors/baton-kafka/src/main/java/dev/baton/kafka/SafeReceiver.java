package dev.baton.kafka;

import dev.baton.spi.TriggerChannel.Receiver;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A receiver whose failures don't end the calling thread. */
record SafeReceiver(Receiver receiver) implements Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(SafeReceiver.class);

  @Override
  public void ready(List<Candidate> ready) {
    try {
      receiver.ready(ready);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "A receiver of hints threw an exception: polling finds the {} tasks",
          ready.size(),
          Texts.harmless(e));
    }
  }

  @Override
  public void missedSome() {
    try {
      receiver.missedSome();
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "A receiver of hints threw an exception: the next poll scans the store anyway",
          Texts.harmless(e));
    }
  }
}
