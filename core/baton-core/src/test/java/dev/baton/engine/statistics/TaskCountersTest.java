package dev.baton.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.statistics.Histogram;
import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Flow;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests how events are counted. */
class TaskCountersTest {
  private static final UUID ID = new UUID(0, 1);
  private static final Flow T = new Flow("T", "some key");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final TaskCounters book = new TaskCounters();

  @Test
  void eachAttemptIsCountedOnceByItsResult() {
    book.on(new TaskEvent.Added(ID, T, 5, false, "b"));
    book.on(new NodeEvent.Claimed(ID, T, SECOND, "b"));
    book.on(new TaskEvent.Started(ID, T, 1, false, "b", SECOND, SECOND));
    book.on(completed(Rule.NEXT_STATE, null));
    book.on(completed(Rule.FINISH, null));
    book.on(completed(Rule.FAIL, "no"));
    book.on(completed(Rule.STOP_IN_ERROR, "no"));
    book.on(completed(Rule.WAIT, "again"));
    book.on(completed(Rule.RETRY_NOW, "at once"));
    book.on(completed(Rule.WAIT, null));
    book.on(completed(Rule.GIVE_BACK, null));
    book.on(new NodeEvent.Swept(ID, T, Rule.LOST, "b"));
    book.on(new NodeEvent.Swept(ID, T, Rule.LOST_TO_ERROR, "b"));
    book.on(new NodeEvent.Swept(ID, T, Rule.UNKNOWN_TYPE, "b"));
    TaskStatistics statistics = book.gather().get(new TypeInBucket("b", "T"));
    assertThat(statistics.added()).isEqualTo(1);
    assertThat(statistics.started()).isEqualTo(1);
    assertThat(statistics.done()).isEqualTo(1);
    assertThat(statistics.failed()).isEqualTo(1);
    assertThat(statistics.errors()).isEqualTo(3);
    assertThat(statistics.retried()).isEqualTo(2);
    assertThat(statistics.lost()).isEqualTo(2);
    assertThat(statistics.ran().count()).isEqualTo(7);
    assertThat(statistics.waited().counts().get(Histogram.stepOf(SECOND))).isEqualTo(1);
  }

  @Test
  void countsAreCollectedOnce() {
    book.on(completed(Rule.FINISH, null));
    assertThat(book.gather()).hasSize(1);
    assertThat(book.gather()).isEmpty();
    book.on(completed(Rule.FINISH, null));
    book.on(completed(Rule.FINISH, null));
    assertThat(book.gather().get(new TypeInBucket("b", "T")).done()).isEqualTo(2);
  }

  @Test
  void manyTypesAreCountedTogether() {
    for (int i = 0; i < TaskCounters.MAX_PLACES + 50; i++) {
      book.on(new TaskEvent.Added(ID, new Flow("T" + i, ""), 5, false, "b"));
    }
    Map<TypeInBucket, TaskStatistics> all = book.gather();
    assertThat(all).hasSize(TaskCounters.MAX_PLACES + 1);
    assertThat(all.get(TypeInBucket.OTHERS).added()).isEqualTo(50);
  }

  private static TaskEvent completed(Rule rule, String error) {
    return new TaskEvent.Completed(ID, T, rule, SECOND, error, "b");
  }
}
