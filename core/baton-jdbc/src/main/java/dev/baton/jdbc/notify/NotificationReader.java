package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel.Receiver;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses notifications and passes their content to the receiver. Only the listener's thread uses
 * it.
 */
final class NotificationReader {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationReader.class);
  private static final int SHOWN = 80;

  private final ChannelEndpoint station;
  private final Set<String> buckets;
  private final Receiver receiver;
  private boolean saidMalformed;
  private boolean saidBroken;

  NotificationReader(ChannelEndpoint station, Collection<String> buckets, Receiver receiver) {
    this.station = station;
    this.buckets = Set.copyOf(buckets);
    this.receiver = receiver;
  }

  void take(List<String> payloads) {
    List<Candidate> ready = new ArrayList<>();
    boolean look = false;
    for (String payload : payloads) {
      Optional<Message> message = Payload.read(payload);
      if (message.isEmpty()) {
        takeEnds(payload);
      } else if (!message.get().sender().equals(station.name())
          && buckets.contains(message.get().bucket())) {
        ready.addAll(message.get().hints());
        look |= message.get().saysLook();
      }
    }
    station.counts().received.add(ready.size());
    if (!ready.isEmpty()) {
      tell(() -> receiver.ready(List.copyOf(ready)));
    }
    if (look) {
      missedSome();
    }
  }

  private void takeEnds(String payload) {
    Optional<CompletionPayload.Message> message = CompletionPayload.read(payload);
    if (message.isEmpty()) {
      malformed(payload);
    } else if (!message.get().sender().equals(station.name())) {
      tell(() -> receiver.noticed(message.get().notice()));
    }
  }

  void missedSome() {
    tell(receiver::missedSome);
  }

  private void malformed(String payload) {
    station.counts().malformed.increment();
    if (!saidMalformed) {
      saidMalformed = true;
      String shown = payload.length() > SHOWN ? payload.substring(0, SHOWN) + "…" : payload;
      LOG.warn(
          "Skipped a notification that is not in this Baton version's format: '{}'. Further ones"
              + " are counted and not logged",
          Texts.line(shown));
    }
  }

  /** Calls the receiver. If it throws, later hints must still arrive. */
  private void tell(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | Error broken) {
      if (!saidBroken) {
        saidBroken = true;
        LOG.warn(
            "A receiver of hints threw an exception: polling finds the tasks. This is logged once",
            Texts.harmless(broken));
      }
    }
  }
}
