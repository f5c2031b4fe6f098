package dev.baton.engine.watch;

import dev.baton.spi.TriggerChannel;
import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.row.Candidate;
import java.util.List;

/**
 * Receives messages from other nodes. It passes hints to the dispatchers, and notices of ended
 * tasks to the waiters for results. Thread-safe.
 */
public record ChannelReceiver(
    TriggerChannel.Receiver hints, ResultWaiters resultWaiters, RemoteWaiters remoteWaiters)
    implements TriggerChannel.Receiver {

  @Override
  public void ready(List<Candidate> ready) {
    hints.ready(ready);
  }

  @Override
  public void missedSome() {
    hints.missedSome();
    resultWaiters.missedSome();
  }

  @Override
  public void noticed(CompletionNotice notice) {
    switch (notice.kind()) {
      case AWAITED -> remoteWaiters.add(notice.tasks());
      case ENDED -> notice.tasks().forEach(resultWaiters::ended);
    }
  }
}
