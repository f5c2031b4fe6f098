package dev.baton.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.cluster.Pause;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when ordered tasks of one key start, with tasks that were added after all of them. */
class OrderedAmongOthersTest {
  private static final int ORDERED = 20;
  private static final int OTHERS = 200;

  @Test
  void eachTaskOfAKeyKeepsItsPlaceBeforeThoseThatWereAddedLater() {
    List<String> started = new ArrayList<>();
    TaskDefinition<?, ?> any =
        RawDefinition.of(
                "ANY",
                attempt -> {
                  started.add(attempt.key());
                  return Outcome.done();
                })
            .alsoFor("OTHER");
    NodeSettings oneAtATime = NodeSettings.defaults().maxRunning(1);
    try (TestBaton cluster = TestBaton.inMemory().define(any).settings(s -> oneAtATime).start()) {
      List<Pause> pauses = List.of(Pause.type("ANY"), Pause.type("OTHER"));
      pauses.forEach(pause -> cluster.baton().cluster().pause(pause, "not yet"));
      cluster.advance(Duration.ofSeconds(1));
      for (int i = 0; i < ORDERED; i++) {
        cluster.add(TaskRequest.of(TaskType.of("ANY").ordered()).key("a"));
      }
      cluster.advance(Duration.ofSeconds(1));
      for (int i = 0; i < OTHERS; i++) {
        cluster.add(TaskRequest.of(TaskType.of(i % 2 == 0 ? "ANY" : "OTHER")).key("b"));
      }
      cluster.advance(Duration.ofSeconds(1));
      assertThat(started).isEmpty();
      pauses.forEach(pause -> cluster.baton().cluster().resume(pause));
      cluster.advance(Duration.ofSeconds(1));
      cluster.drain();
      assertThat(started).hasSize(ORDERED + OTHERS);
      assertThat(started.lastIndexOf("a")).as("%s", started).isLessThan(OTHERS / 2);
    }
  }
}
