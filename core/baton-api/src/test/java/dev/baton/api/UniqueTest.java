package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests which identities are valid, and which earlier ones they replace. */
class UniqueTest {
  private static final UUID ID = new UUID(1, 2);
  private static final TaskType<Bytes, Void> TEXTS =
      TaskType.of("TEXT", Bytes.class)
          .unique(text -> Unique.idFrom(text.toText()), Conflict.runAgainAlsoFromError());

  @Test
  void identityHasAtMostOneIdAndOneUniqueKey() {
    Unique key = Unique.whileLive("k");
    Unique id = Unique.id(ID);
    for (Unique other : List.of(key, Unique.whileKept("l"), id.and(key))) {
      assertThatThrownBy(() -> key.and(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Unique.id(id).and(Unique.whileKept(key))");
    }
    for (Unique other : List.of(id, Unique.singleton(), Unique.idFrom(1), key.and(id))) {
      assertThatThrownBy(() -> id.and(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Unique.idFrom(first, second)");
    }
  }

  @Test
  void idAndKeyMakeOneIdentityInEitherOrder() {
    Unique key = Unique.forAtLeast(Duration.ofHours(1), "k");
    for (Unique both : List.of(Unique.id(ID).and(key), key.and(Unique.id(ID)))) {
      RequestFields fields = fields(TaskRequest.of(TaskType.of("T")).unique(both));
      assertThat(fields.id()).isEqualTo(ID);
      assertThat(fields.uniqueKey()).isEqualTo("k");
      assertThat(fields.keyRetention().atLeast()).isEqualTo(Duration.ofHours(1));
      assertThat(fields.keyRetention().whileKept()).isFalse();
    }
  }

  @Test
  void identityOfRequestReplacesIdentityAndConflictOfType() {
    TaskRequest<Bytes, Void> typed = TEXTS.with(Bytes.of("x"));
    assertThat(fields(typed).onDuplicate()).isEqualTo(new OnDuplicate.RunAgain(true));
    assertThat(TEXTS.idOf(Bytes.of("x"))).contains(fields(typed).id());

    RequestFields keyed = fields(typed.unique(Unique.whileLive("k")));
    assertThat(keyed.id()).isNull();
    assertThat(keyed.uniqueKey()).isEqualTo("k");
    assertThat(keyed.onDuplicate()).isEqualTo(new OnDuplicate.Join());

    RequestFields named = fields(typed.unique(Unique.whileKept("k")).id(ID));
    assertThat(named.id()).isEqualTo(ID);
    assertThat(named.uniqueKey()).isNull();
  }

  @Test
  void partsAtRequestMakeTheSameIdAsAtType() {
    TaskRequest<Bytes, Void> plain = TaskType.of("TEXT", Bytes.class).with(Bytes.of("x"));
    assertThat(fields(plain.unique(Unique.idFrom("x"))).id())
        .isEqualTo(fields(TEXTS.with(Bytes.of("x"))).id());
    assertThat(fields(plain.unique(Unique.singleton())).id())
        .isNotEqualTo(fields(TaskRequest.of(TaskType.of("T")).unique(Unique.singleton())).id());
  }

  @Test
  void typeWithKeyIdentityDerivesNoId() {
    assertThat(TEXTS.unique(text -> Unique.whileKept(text.toText())).idOf(Bytes.of("x"))).isEmpty();
    assertThat(TaskType.of("T").idOf(null)).isEmpty();
  }

  @Test
  void impossibleConflictIsRefusedAndMessageNamesTheAlternative() {
    TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("T"));
    assertThatThrownBy(() -> request.unique(Unique.whileLive("k"), Conflict.runAgain()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Use Unique.whileKept(...)");
    request.unique(Unique.whileLive("k"), Conflict.runAgainAlsoFromError());
    request.unique(Unique.whileLive("k").and(Unique.id(ID)), Conflict.runAgain());
    assertThatThrownBy(
            () -> request.unique(Unique.whileLive("k"), Conflict.merge((one, other) -> one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use Conflict.join()");
  }

  @Test
  @SuppressWarnings("NullAway") // a caller without null checks may pass null
  void identityFunctionThatReturnsNullIsRefused() {
    TaskType<Void, Void> none = TaskType.of("NONE").unique(nothing -> null);
    assertThatThrownBy(() -> TaskRequest.of(none))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unique(...) of type NONE returned null");
  }

  private static RequestFields fields(TaskRequest<?, ?> request) {
    return RequestFields.of(request);
  }
}
