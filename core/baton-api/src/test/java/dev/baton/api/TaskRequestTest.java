package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskRequestTest {
  @Test
  @SuppressWarnings("NullAway") // what a caller without its checks may do
  void whatIsNullIsRefusedAndDoesNotCountAsNone() {
    Map<String, String> order = new HashMap<>();
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    assertThatThrownBy(() -> request.uniqueBy(order.get("number")))
        .hasMessage("A unique key may not be null");
    assertThatThrownBy(() -> request.uniqueBy(order.get("number"), Uniqueness.whileKept()))
        .hasMessage("A unique key may not be null");
    assertThatThrownBy(() -> request.key(order.get("tenant")))
        .hasMessageContaining("A key may not");
    assertThatThrownBy(() -> request.label("tenant", order.get("tenant")))
        .hasMessage("The value of a label may not be null");
  }
}
