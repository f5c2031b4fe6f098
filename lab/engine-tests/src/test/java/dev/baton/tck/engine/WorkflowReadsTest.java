package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskHistory;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Rule;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryTransactions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests what operators read of the notes of a workflow. */
class WorkflowReadsTest extends WorkflowScenario {

  /** Returns the store of notes, which records the names of the called methods. */
  private TransactionalNoteStore recorded() {
    return (TransactionalNoteStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TransactionalNoteStore.class},
            (proxy, method, arguments) -> {
              seen.add(method.getName());
              try {
                return method.invoke(notes, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private Baton client() {
    return Baton.builder(
            Stores.of(store)
                .operations(store.operations())
                .signals(new MemorySignalStore(store))
                .notes(recorded()))
        .transactions(new MemoryTransactions(store))
        .settings(settings -> TestNode.QUICK)
        .client()
        .start();
  }

  @Test
  void stepsAreListedWithoutTheirContentsAndAHistoryReadsThemOnce() throws Exception {
    try (TestNode node = node((order, flow) -> charge(flow));
        Baton client = client()) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      TaskControl task = client.operations().task(id);
      seen.clear();
      assertThat(task.steps()).hasSize(1);
      assertThat(seen).contains("stepHeads").doesNotContain("stepNotes", "steps");
      seen.clear();
      TaskHistory history = task.history().orElseThrow();
      assertThat(history.steps()).isEqualTo(task.steps());
      assertThat(history.notes()).hasSize(1);
      assertThat(seen).containsOnlyOnce("stepNotes");
    }
  }
}
