package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.task.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a request whose payload has another class than the node's definition of its type. */
class PayloadClassTest {
  record Payout(String partner) {}

  record Invoice(String partner) {}

  private static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
  private static final TaskType<Invoice, Void> SAME_NAME = TaskType.of("PAY", Invoice.class);

  private static TaskDefinition<?, ?> handledBy(TaskType<?, Void> type) {
    return TaskDefinition.of(type).outcome((payload, attempt) -> Outcome.done());
  }

  @Test
  void wrongClassIsRefusedWithBothClassesAndWithoutThePayload() {
    try (TestNode node = TestNode.start(b -> b.define(handledBy(PAY)))) {
      List<TaskRequest<?, ?>> mixed =
          List.of(PAY.with(new Payout("acme")), SAME_NAME.with(new Invoice("secret")));
      assertThatThrownBy(() -> node.baton.tasks().addAll(mixed))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("PAY")
          .hasMessageContaining(Invoice.class.getName())
          .hasMessageContaining(Payout.class.getName())
          .hasMessageNotContaining("secret");
      assertThat(node.events.all(TaskEvent.Added.class)).isEmpty();
    }
  }

  @Test
  void aPayloadForATypeWithoutOneIsRefused() {
    try (TestNode node = TestNode.start(b -> b.define(handledBy(TaskType.of("PAY"))))) {
      assertThatThrownBy(() -> node.baton.tasks().add(PAY.with(new Payout("acme"))))
          .hasMessageContaining(Payout.class.getName())
          .hasMessageContaining(Void.class.getName());
    }
  }

  @Test
  void readablePayloadOfAnotherClassIsAccepted() {
    TaskDefinition<?, ?> raw = handledBy(TaskType.of("RAW", Bytes.class));
    TaskDefinition<?, ?> untyped = RawDefinition.of("UNTYPED", attempt -> Outcome.done());
    TaskDefinition<?, ?> versioned =
        handledBy(
            TaskType.of("VERSIONED", Payout.class)
                .version(2)
                .reads(1, Invoice.class, old -> new Payout(old.partner())));
    TaskDefinition<?, ?> wider = handledBy(TaskType.of("WIDER", Object.class));
    try (TestNode node =
        TestNode.start(b -> b.define(handledBy(PAY), raw, untyped, versioned, wider))) {
      List<TaskRequest<?, ?>> requests =
          List.of(
              TaskRequest.of(TaskType.of("PAY")),
              TaskType.of("PAY", Bytes.class).with(Bytes.of("{}")),
              TaskType.of("VERSIONED", Invoice.class).with(new Invoice("acme")),
              TaskType.of("WIDER", Payout.class).with(new Payout("acme")),
              TaskType.of("RAW", Payout.class).with(new Payout("acme")),
              TaskType.of("UNTYPED", Payout.class).with(new Payout("acme")),
              TaskType.of("UNKNOWN", Payout.class).with(new Payout("acme")));
      assertThat(node.baton.tasks().addAll(requests)).allMatch(result -> result.wasAdded());
    }
  }
}
