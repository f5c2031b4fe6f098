package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Conflict;
import dev.baton.api.Submission;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.TaskNotDoneException.End;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Chunks;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests callers that wait for tasks of a chunk, and adds that conflict with tasks of a chunk. */
class ChunkStagesTest {
  private static final TaskType<String, String> MAIL =
      TaskType.of("MAIL", String.class, String.class);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final ConcurrentLinkedQueue<List<String>> calls = new ConcurrentLinkedQueue<>();
  private final Gate gate = new Gate();

  private void endEach(List<ChunkItem<String, String>> items) throws Exception {
    gate.pass();
    for (ChunkItem<String, String> item : items) {
      switch (item.payload()) {
        case "done" -> item.done("sent");
        case "failed" -> item.end(Outcome.failed("no such address"));
        case "forgotten" -> item.end(Outcome.doneAndForget());
        case "given up" -> item.fail(new IllegalStateException("the line is dead"));
        default -> {} // was cancelled
      }
    }
  }

  @Test
  void aStageOfEachTaskOfAChunkCompletesHoweverItEnds() throws Exception {
    TaskDefinition<?, ?> each =
        TaskDefinition.of(MAIL).chunks(Chunks.of(5).linger(Duration.ofSeconds(30)), this::endEach);
    Map<String, CompletionStage<String>> stages = new TreeMap<>();
    try (TestNode node = TestNode.on(store, with -> with.define(each.retry(Retry.never())))) {
      Tasks tasks = node.baton.tasks();
      for (String end : List.of("done", "failed", "forgotten", "given up", "cancelled")) {
        Submission<String> submitted = tasks.submit(MAIL.with(end));
        stages.put(end, submitted.failOnError().result());
        if (end.equals("cancelled")) {
          gate.awaitArrival();
          tasks.cancel(submitted.taskId(), "not wanted");
          gate.open();
        }
      }
      assertThat(stages.get("done").toCompletableFuture().get(20, TimeUnit.SECONDS))
          .isEqualTo("sent");
      assertEnded(stages.get("failed"), End.FAILED);
      assertEnded(stages.get("forgotten"), End.GONE);
      assertEnded(stages.get("given up"), End.ERROR);
      assertEnded(stages.get("cancelled"), End.CANCELLED);
    }
  }

  private static void assertEnded(CompletionStage<?> stage, End end) {
    assertThatThrownBy(() -> stage.toCompletableFuture().get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            TaskNotDoneException.class, ended -> assertThat(ended.end()).isEqualTo(end));
  }

  @Test
  void duplicateAddsOfATaskInAChunkWaitForItsEnd() throws Exception {
    TaskType<String, String> merging =
        MAIL.unique(
            text -> Unique.idFrom(text.substring(0, 1)),
            Conflict.merge((before, now) -> before + now));
    TaskDefinition<?, ?> answers =
        TaskDefinition.of(merging)
            .chunks(
                Chunks.of(2).linger(Duration.ofSeconds(30)),
                items -> {
                  calls.add(items.stream().map(ChunkItem::payload).sorted().toList());
                  items.forEach(item -> item.done("to " + item.payload()));
                });
    try (TestNode node = TestNode.on(store, with -> with.define(answers))) {
      Tasks tasks = node.baton.tasks();
      Submission<String> first = tasks.submit(merging.with("a1"));
      Waiting.until("it is gathered", () -> node.starts(first.taskId()) == 1);
      AddResult met = tasks.add(merging.with("a2"));
      assertThat(met.taskId()).isEqualTo(first.taskId());
      assertThat(met.wasAdded()).isFalse();
      Submission<String> same = tasks.submit(merging.with("a3"));
      Submission<String> other = tasks.submit(merging.with("b1"));
      for (Submission<String> one : List.of(first, same, other)) {
        assertThat(one.result().get(20, TimeUnit.SECONDS))
            .isEqualTo(one == other ? "to b1" : "to a1");
      }
      assertThat(calls).containsExactly(List.of("a1", "b1"));
    }
  }
}
