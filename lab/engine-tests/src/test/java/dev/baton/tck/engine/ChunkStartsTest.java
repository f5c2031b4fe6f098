package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Chunks;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryClusterStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests that the rules for starting tasks also apply to the tasks of a chunk. */
final class ChunkStartsTest {
  private static final TaskType<String, Void> MAIL = TaskType.of("MAIL", String.class);

  private final List<List<String>> calls = new CopyOnWriteArrayList<>();
  private final TaskDefinition<?, ?> mail =
      TaskDefinition.of(MAIL)
          .chunks(
              Chunks.of(4).linger(Duration.ofMillis(50)),
              items -> calls.add(items.stream().map(ChunkItem::payload).toList()));

  private static UUID add(TestNode node, String payload) {
    return node.add(withoutLocalDispatch(MAIL.with(payload)));
  }

  @Test
  void aPauseKeepsTasksOutOfChunks() throws Exception {
    MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);
    try (TestNode node = TestNode.start(b -> b.define(mail).stores(s -> s.cluster(cluster)))) {
      node.baton.cluster().pause(Pause.key("paused"), "to see");
      UUID paused = node.add(MAIL.with("paused").key("paused"));
      node.completed(add(node, "free"), Rule.FINISH);
      assertThat(calls).containsExactly(List.of("free"));
      node.baton.cluster().resume(Pause.key("paused"));
      node.completed(paused, Rule.FINISH);
    }
  }

  @Test
  void aLimitOfTheClusterBoundsAChunk() throws Exception {
    TaskDefinition<?, ?> two = mail.limits(Limit.cluster("bank", 2));
    try (TestNode node = TestNode.start(b -> b.define(two))) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        ids.add(add(node, "m" + i));
      }
      for (UUID id : ids) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls).allMatch(chunk -> chunk.size() <= 2);
    }
  }

  @Test
  void chunkHasOnlyOneTaskOfAnOrder() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(mail))) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        TaskRequest<?, ?> request = MAIL.ordered().with("m" + i).key("k");
        ids.add(node.add(withoutLocalDispatch(request)));
      }
      node.completed(ids.get(2), Rule.FINISH);
      assertThat(calls).containsExactly(List.of("m0"), List.of("m1"), List.of("m2"));
    }
  }
}
