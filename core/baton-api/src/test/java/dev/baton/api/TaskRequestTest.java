package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TaskRequestTest {
  @Test
  @SuppressWarnings("NullAway") // a caller without null checks may pass null
  void nullIsRefusedAndDoesNotMeanNone() {
    Map<String, String> order = new HashMap<>();
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    assertThatThrownBy(() -> request.unique(Unique.whileLive(order.get("number"))))
        .hasMessage("A unique key must not be null");
    assertThatThrownBy(() -> request.unique(Unique.whileKept(order.get("number"))))
        .hasMessage("A unique key must not be null");
    assertThatThrownBy(() -> request.key(order.get("tenant")))
        .hasMessageContaining("A key must not");
    assertThatThrownBy(() -> request.label("tenant", order.get("tenant")))
        .hasMessage("The value of a label must not be null");
  }

  @Test
  void setterRefusesAnInvalidValueAtOnce() {
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    refused(() -> TaskType.of("x".repeat(251)), "type has 1-250 characters");
    refused(() -> TaskType.of("T "), "type neither starts nor ends with a blank; 'T ' does");
    refused(() -> request.subType("x".repeat(251)), "sub-type has 1-250 characters");
    refused(() -> request.bucket("a b"), "A bucket's name has 1-60 of the characters");
    refused(() -> request.key("k".repeat(201)), "key has 1-200 characters");
    refused(() -> request.key("a\nb"), "key must not contain control characters");
    refused(() -> request.priority(-1), "from 0 (most urgent) to 9; -1 doesn't");
    refused(() -> request.priority(10), "from 0 (most urgent) to 9; 10 doesn't");
    refused(() -> request.label("", "x"), "A label's name has 1-60 of the characters");
    refused(() -> request.label("a", "x".repeat(121)), "that of 'a' has 121");
    refused(() -> request.state("s".repeat(61)), "A state's name has at most 60 characters");
    refused(() -> Unique.whileLive(""), "A unique key has 1-250 characters; this one has 0");
    refused(() -> Unique.whileKept("u".repeat(251)), "this one has 251");
    refused(() -> Unique.whileKept("a "), "A unique key doesn't end with a blank; 'a ' does");
  }

  @Test
  void ninthLabelIsRefused() {
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    for (int i = 0; i < 8; i++) {
      request = request.label("n" + i, "x");
    }
    TaskRequest<?, ?> full = request.label("n0", "other");
    refused(() -> full.label("n8", "x"), "at most 8 labels; this one has 9");
  }

  private static void refused(ThrowingCallable setter, String words) {
    assertThatThrownBy(setter)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void invalidDelayIsRefusedWithTheMethodAndTheType() {
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    assertThatThrownBy(() -> request.runIn(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("runIn of T: A delay must be between zero and 36525 days, not -1 s");
  }

  @Test
  void contextRefusesBatonsNamesAndNamesTheMethodToCall() {
    for (String name :
        List.of("baton.order", "baton.clear", "baton.payload", "baton.tick", "baton.", "baton.x")) {
      assertThatThrownBy(() -> TaskRequest.of(TaskType.of("T")).context(name, "1"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining("Choose another name")
          .hasMessageContaining("ordered()")
          .hasMessageContaining("clearPayload()")
          .hasMessageContaining("TaskType");
    }
  }

  @Test
  void batonsOwnDataIsNotInTheContext() {
    TaskRequest<?, ?> request =
        TaskType.of("T", String.class)
            .codec(new TextCodec())
            .version(2)
            .clearPayload()
            .ordered()
            .with("x")
            .context("baton", "1")
            .context("order", "no");
    assertThat(request.context()).isEqualTo(Map.of("baton", "1", "order", "no"));
    assertThat(RequestFields.of(request).isOrdered()).isTrue();
    assertThat(RequestFields.of(request).traits().clearsPayload()).isTrue();
    assertThat(RequestFields.of(request).traits().payloadForm()).isEqualTo("v2");
    TaskRequest<?, ?> plain =
        TaskRequest.of(TaskType.of("T")).context("order", "1").context("clear", "1");
    assertThat(RequestFields.of(plain).isOrdered()).isFalse();
    assertThat(RequestFields.of(plain).traits()).isEqualTo(TaskTraits.NONE);
  }

  @Test
  void keyComesFromThePayloadUnlessTheRequestNamesOne() {
    TaskType<Bytes, Void> type =
        TaskType.of("T", Bytes.class)
            .key(payload -> payload.length() == 0 ? null : payload.toText().substring(0, 1));
    assertThat(type.with(Bytes.of("acme")).key()).isEqualTo("a");
    assertThat(type.with(Bytes.of("acme")).key("other").key()).isEqualTo("other");
    assertThat(type.with(Bytes.of("acme")).key("").key()).isEmpty();
    assertThat(type.with(Bytes.of("")).key()).as("null means none").isEmpty();
    assertThat(TaskRequest.of(TaskType.of("T").key(nothing -> "all")).key()).isEqualTo("all");
    assertThat(RequestFields.of(type.ordered().with(Bytes.of("acme"))).key()).isEqualTo("a");
  }

  private static final class TextCodec implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of((String) value);
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      return type.cast(bytes.toText());
    }
  }
}
