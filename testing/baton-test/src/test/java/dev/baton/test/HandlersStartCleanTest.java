package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Tests that handlers in users' tests find the same state on their threads as on a real node. */
class HandlersStartCleanTest {
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();
  private static final Set<String> LOG = Set.of("batonTaskId", "batonTaskType", "batonTaskVersion");

  private final List<String> found = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void clean() {
    TENANT.remove();
    MDC.clear();
  }

  @Test
  void nothingOfTheTestsThreadNorOfTheHandlerBefore() throws Exception {
    TENANT.set("the test's");
    MDC.put("tenant", "the test's");
    try (TestBaton baton =
        TestBaton.inMemory().define(RawDefinition.of("PAY", this::look)).start()) {
      baton.add(TaskRequest.of(TaskType.of("PAY")));
      baton.add(TaskRequest.of(TaskType.of("PAY")));
      baton.drain();
    }
    assertThat(found).hasSize(4).containsOnly("null true 5 false true");
  }

  private Outcome<?> look(Attempt attempt) {
    Thread self = Thread.currentThread();
    ClassLoader tests = getClass().getClassLoader();
    found.add(
        TENANT.get()
            + " "
            + (self.getContextClassLoader() == tests)
            + " "
            + self.getPriority()
            + " "
            + self.isInterrupted()
            + " "
            + MDC.getCopyOfContextMap().keySet().equals(LOG));
    MDC.put("tenant", "left");
    TENANT.set("left");
    self.setPriority(Thread.MIN_PRIORITY);
    self.setContextClassLoader(null);
    return attempt.state().isEmpty() ? new HandlerOutcome.GoTo<>("second", null) : Outcome.done();
  }
}
