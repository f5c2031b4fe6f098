package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.examples.docs.WorkflowsCode.Approval;
import dev.baton.examples.docs.WorkflowsCode.Order;
import dev.baton.examples.docs.WorkflowsCode.Shop;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.test.TestBaton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks the promises of the documents about workflows. */
class WorkflowsCodeTest {
  private static final Order ORDER = new Order("7", List.of("a", "b", "c", "d", "e"));

  private final List<String> done = new ArrayList<>();
  private final WorkflowsCode code = new WorkflowsCode(new RecordingShop());

  private final class RecordingShop implements Shop {
    @Override
    public void reserve(Order order, String key) {
      done.add("reserve");
    }

    @Override
    public String charge(Order order, String key) {
      done.add("charge");
      return "p1";
    }

    @Override
    public void refund(String payment, String key) {
      done.add("refund " + payment);
    }

    @Override
    public void ask(Order order, Object id) {
      done.add("ask");
    }

    @Override
    public synchronized String ship(String parcel, String key) {
      if (parcel.equals("7")) {
        throw new IllegalStateException("no truck");
      }
      return "sent " + parcel;
    }

    @Override
    public void receipt(Order order, String payment, List<String> parcels, String key) {
      done.add("receipt for " + parcels);
    }
  }

  private TestBaton baton() throws Exception {
    return TestBaton.inMemory()
        .define(code.definitions().toArray(TaskDefinition<?, ?>[]::new))
        .start();
  }

  @Test
  void approvedOrderIsShippedInItsParcels() throws Exception {
    try (TestBaton baton = baton()) {
      UUID id = baton.tasks().submit(WorkflowsCode.ORDER.with(ORDER)).taskId();
      baton.drain();
      baton.tasks().signal(id, WorkflowsCode.APPROVAL, new Approval("Ann", true));
      baton.drain();
      assertThat(baton.tasks().handle(WorkflowsCode.ORDER, id).lastResult()).contains("shipped");
      assertThat(done)
          .containsExactly(
              "reserve", "charge", "ask", "receipt for [sent a, sent b, sent c, sent d, sent e]");
    }
  }

  @Test
  void orderWithoutAnAnswerIsRefundedAfterThreeDays() throws Exception {
    try (TestBaton baton = baton()) {
      UUID id = baton.tasks().submit(WorkflowsCode.ORDER.with(ORDER)).taskId();
      baton.drain();
      baton.advance(Duration.ofDays(3));
      assertThat(baton.tasks().handle(WorkflowsCode.ORDER, id).lastResult()).contains("refused");
      assertThat(done).containsExactly("reserve", "charge", "ask", "refund p1");
    }
  }

  @Test
  void failureOfAChildIsHandled() throws Exception {
    TaskType<Order, String> failing = TaskType.of("FAILING", Order.class, String.class);
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(
                TaskDefinition.of(failing).workflow(code::failing),
                TaskDefinition.of(WorkflowsCode.SHIP)
                    .outcome((parcel, attempt) -> Outcome.failed("no truck")))
            .start()) {
      UUID id = baton.tasks().submit(failing.with(ORDER)).taskId();
      baton.drain();
      assertThat(baton.tasks().handle(failing, id).lastResult()).contains("refunded: FAILED");
      assertThat(done).containsExactly("charge", "refund p1");
    }
  }

  @Test
  void newTasksTakeTheNewPath() throws Exception {
    TaskType<Order, Void> changed = TaskType.of("CHANGED", Order.class);
    try (TestBaton baton =
        TestBaton.inMemory().define(TaskDefinition.of(changed).workflow(code::changed)).start()) {
      baton.tasks().add(changed.with(ORDER));
      baton.drain();
      assertThat(done).containsExactly("reserve", "charge", "receipt for []");
    }
  }

  @Test
  void pageCountsTheLinesOfThePrograms() throws Exception {
    String page = Files.readString(Path.of("../docs/workflows.md"));
    Path peers = Path.of("src/test/peers");
    int baton =
        TwelveLinesTest.lines(
            Path.of("src/test/java/dev/baton/examples/docs/WorkflowsCode.java"), "order");
    int dbos = TwelveLinesTest.lines(peers.resolve("DbosOrder.java"), "order");
    int temporal = TwelveLinesTest.lines(peers.resolve("TemporalOrder.java"), "order");
    assertThat(page).contains("| Lines of code | %d | %d | %d |".formatted(baton, dbos, temporal));
  }
}
