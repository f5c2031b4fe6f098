package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.local.LocalDatabase;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that new nodes run what old nodes don't know while a cluster is upgraded. */
@Tag("deep")
final class OldAndNewNodesIT extends NodesOnDatabase {
  private static final int MANY = 8;

  enum Old {
    BEGIN,
    END
  }

  enum New {
    BEGIN,
    BETWEEN,
    END
  }

  /** A codec for text. This module's tests have no JSON. */
  private static final class Text implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      return type.cast(bytes.toText());
    }
  }

  private static final TaskType<Void, Void> WALK = TaskType.of("WALK");
  private static final TaskType<String, Void> V1 =
      TaskType.of("PAY", String.class).codec(new Text());
  private static final TaskType<String, Void> V2 = V1.version(2).reads(1, String.class, old -> old);

  private final AtomicInteger givenBack = new AtomicInteger();
  private final CountDownLatch metByOld = new CountDownLatch(2 * MANY);

  OldAndNewNodesIT() {
    super(LocalDatabase.POSTGRES);
  }

  @Test
  void newNodesRunTheTasksOfNewStatesAndVersions() throws Exception {
    TaskDefinition<?, ?> oldWalk =
        TaskDefinition.of(WALK)
            .states(
                StateMachine.of(WALK.codec(new Text()), Old.class, String.class)
                    .on(List.of(Old.values()), step -> Outcome.done()));
    TaskDefinition<?, ?> newWalk =
        TaskDefinition.of(WALK)
            .states(
                StateMachine.of(WALK.codec(new Text()), New.class, String.class)
                    .on(New.BEGIN, step -> step.park(Duration.ofMillis(50), New.BETWEEN, "parked"))
                    .on(List.of(New.BETWEEN, New.END), step -> Outcome.done()));
    TaskDefinition<?, ?> oldPay = TaskDefinition.of(V1).handler((payload, attempt) -> {});
    TaskDefinition<?, ?> newPay = TaskDefinition.of(V2).handler((payload, attempt) -> {});
    try (Baton old = node().define(oldWalk, oldPay).listener(this::count).start()) {
      // The old node finds these tasks alone, and the others together with the new one.
      for (int i = 0; i < MANY; i++) {
        old.tasks().add(TaskRequest.of(WALK).state("BETWEEN"));
        old.tasks().add(V2.with("v2"));
      }
      assertThat(metByOld.await(60, TimeUnit.SECONDS)).isTrue();
      try (Baton newer = node().define(newWalk, newPay).start()) {
        for (int i = 0; i < MANY; i++) {
          newer.tasks().add(TaskRequest.of(WALK));
          newer.tasks().add(V2.with("v2"));
        }
        awaitFinished(4 * MANY);
      }
    }
    assertThat(count("SELECT count(*) FROM baton_kept WHERE status = 5 AND attempts = 1"))
        .isEqualTo(4 * MANY);
    assertThat(givenBack.get()).isLessThanOrEqualTo(2 * 4 * MANY);
  }

  private void count(TaskEvent event) {
    if (event instanceof TaskEvent.Completed done && done.rule() == Rule.LEAVE_TO_OTHERS) {
      givenBack.incrementAndGet();
      metByOld.countDown();
    }
  }
}
