package dev.baton.tck.engine;

import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import org.junit.jupiter.api.Test;

/** Tests nodes that have competed for the same tasks, and then divide the tasks that they find. */
final class DividedWorkTest {
  private static final int HELD_AT_MOST = 4;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final Gate gate = new Gate();
  private volatile boolean stuck;

  @Test
  void anotherNodeRunsTheShareOfAStuckNode() throws Exception {
    runWithAStuckNode(500, 1, 0);
  }

  @Test
  void nodeWithLateClaimsRunsTheShareOfAStuckNode() throws Exception {
    runWithAStuckNode(1, 500, 10);
  }

  private void runWithAStuckNode(int flows, int tasksOfEach, int missed) throws Exception {
    TaskDefinition<?, ?> quick = RawDefinition.of("T", attempt -> Outcome.done());
    TaskDefinition<?, ?> slow =
        RawDefinition.of(
            "T",
            attempt -> {
              if (stuck) {
                gate.pass();
              }
              return Outcome.done();
            });
    try (TestNode free = node(link, quick);
        TestNode busy = node(new UnreliableStore(store), slow)) {
      meet();
      stuck = true;
      link.missClaims(missed);
      TestNode.addUnheard(store, flows, tasksOfEach);
      Waiting.until("the other has run the rest", () -> store.live().size() <= HELD_AT_MOST);
      gate.open();
      Waiting.until("all have run", () -> store.live().isEmpty());
      free.assertNothingLeft();
      busy.assertNothingLeft();
    }
  }

  /**
   * Makes both nodes drain the same tasks until each loses claims to the other, and so knows of it.
   */
  private void meet() throws Exception {
    while (!link.fetchesShares()) {
      TestNode.addUnheard(store, 20, 40);
      Waiting.until("all have run", () -> store.live().isEmpty());
    }
  }

  private TestNode node(UnreliableStore way, TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store,
        b ->
            b.define(definition)
                .stores(stores -> stores.tasks(way).cluster(cluster))
                .settings(s -> TestNode.QUICK.maxRunning(HELD_AT_MOST)));
  }
}
