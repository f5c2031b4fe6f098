package dev.baton.examples.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.TaskDefinition;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryLeadership;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Real nodes on a store that has only the core. */
class SmallStoreTest {
  private static final TaskType<String, String> GREET =
      TaskType.of("GREET", String.class, String.class);

  private final SmallStore store = new SmallStore(InstantSource.system());

  @Test
  void twoNodesRunTasksAndRetryThem() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    TaskDefinition<?, ?> greets =
        TaskDefinition.of(GREET)
            .handler(
                (name, attempt) -> {
                  if (starts.incrementAndGet() == 1) {
                    throw new IllegalStateException("the first attempt fails");
                  }
                  return "Hello, " + name;
                });
    try (Baton one = node(greets);
        Baton other = node(greets)) {
      String greeting = one.tasks().submit(GREET.with("Ada")).result().get(30, TimeUnit.SECONDS);
      assertThat(greeting).isEqualTo("Hello, Ada");
      assertThat(starts).hasValue(2);
      assertThat(other.tasks().add(TaskRequest.of(TaskType.of("NOBODY_KNOWS"))).wasAdded())
          .isTrue();
    }
  }

  @Test
  void transactionalHandlerIsRefusedAtStart() {
    TaskDefinition<?, ?> pays =
        TaskDefinition.of(TaskType.of("PAY")).transactional((none, attempt, transaction) -> {});
    assertThatThrownBy(() -> node(pays))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("transactional handler of type PAY", "capability transactions");
  }

  private Baton node(TaskDefinition<?, ?> definition) {
    MemoryLeadership leadership =
        new MemoryLeadership(InstantSource.system(), Duration.ofSeconds(5));
    // region node
    return Baton.builder(Stores.ofCore(store)).leadership(leadership).define(definition).start();
    // endregion
  }
}
