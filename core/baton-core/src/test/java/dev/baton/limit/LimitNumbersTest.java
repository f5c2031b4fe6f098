package dev.baton.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitNumbersTest {
  private final Candidate urgent =
      new Candidate(new UUID(0, 1), 1, "b", new Flow("T", ""), 0, Instant.EPOCH);

  @Test
  void limitWithUnboundedUrgentSlotsCanBeRaised() {
    BookingPolicy code =
        LimitPolicies.of(Limit.node(5).extra(Integer.MAX_VALUE - 5).forPriorityUpTo(0));
    BookingPolicy raised = LimitNumbers.with(code, part -> new OverrideValue.Slots(100));
    assertThat(raised.book(urgent)).isInstanceOf(GrantedSlot.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "a\tb", "a\nb", "a\uD800b", " a", ""})
  void limitNameIsStorableInEveryDatabase(String name) {
    assertThatThrownBy(() -> Limit.cluster(name, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The limit name");
  }
}
