package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Submission;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.spi.TriggerChannel;
import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.row.Candidate;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTriggerHub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests what nodes tell each other about tasks whose results are awaited. */
final class AwaitedResultTest {
  private static final TaskType<String, Integer> LENGTH =
      TaskType.of("LENGTH", String.class, Integer.class);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryTriggerHub hub = new MemoryTriggerHub();
  private final BlockingQueue<CompletionNotice> overheard = new LinkedBlockingQueue<>();
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> counting =
      TaskDefinition.of(LENGTH)
          .outcome(
              (text, attempt) -> {
                gate.pass();
                return attempt.number() == 1
                    ? Outcome.retryAfter(Duration.ZERO, "once more")
                    : Outcome.done(text.length());
              });

  @Test
  void nodeThatWritesTheEndNotifiesWaiters() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client().channel(hub.channel()));
        TestNode server = TestNode.on(store, b -> b.define(counting).channel(hub.channel()))) {
      Submission<Integer> submitted = client.baton.tasks().submit(LENGTH.with("four"));
      gate.awaitArrival();
      // Messages from before the first request don't matter here.
      listen();
      var result = submitted.result();
      assertThat(next()).isEqualTo(notice(CompletionNotice.Kind.AWAITED, submitted));
      gate.open();
      assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo(4);
      assertThat(next())
          .as("the retry was not announced")
          .isEqualTo(notice(CompletionNotice.Kind.ENDED, submitted));
      Waiting.until("no task is held", () -> server.baton.leasedTasks() == 0);
    }
  }

  @Test
  void withoutWaitersNoMessageIsSent() throws Exception {
    listen();
    try (TestNode client = TestNode.on(store, b -> b.client().channel(hub.channel()));
        TestNode server = TestNode.on(store, b -> b.define(counting).channel(hub.channel()))) {
      gate.open();
      Submission<Integer> submitted = client.baton.tasks().submit(LENGTH.with("four"));
      Waiting.until("it ended", () -> store.findFinished(submitted.taskId()).isPresent());
      server.baton.stop(Duration.ofSeconds(10));
      assertThat(overheard).isEmpty();
    }
  }

  private void listen() {
    TriggerChannel ear = hub.channel();
    ear.open(
        List.of(),
        new TriggerChannel.Receiver() {
          @Override
          public void ready(List<Candidate> ready) {}

          @Override
          public void noticed(CompletionNotice notice) {
            overheard.add(notice);
          }
        });
  }

  private CompletionNotice next() throws InterruptedException {
    CompletionNotice next = overheard.poll(20, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private static CompletionNotice notice(CompletionNotice.Kind kind, Submission<?> of) {
    return new CompletionNotice(kind, List.of(of.taskId()));
  }
}
