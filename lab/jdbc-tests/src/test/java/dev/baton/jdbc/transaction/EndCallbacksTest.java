package dev.baton.jdbc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Transaction.End;
import dev.baton.jdbc.transaction.internal.EndCallbacks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that each callback of a transaction is called once, with the first end of the transaction.
 */
final class EndCallbacksTest {
  private final EndCallbacks callbacks = new EndCallbacks();
  private final List<End> ends = new ArrayList<>();

  @Test
  void secondEndIsRefusedAndRunsNoCallback() {
    callbacks.add(ends::add);
    callbacks.fire(End.UNKNOWN);
    assertThatThrownBy(() -> callbacks.fire(End.COMMITTED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("UNKNOWN");
    assertThatThrownBy(() -> callbacks.add(ends::add)).isInstanceOf(IllegalStateException.class);
    assertThat(ends).containsExactly(End.UNKNOWN);
  }

  @Test
  void aCallbackThatThrowsStopsNoOther() {
    callbacks.add(
        end -> {
          throw new IllegalStateException("broken");
        });
    callbacks.add(ends::add);
    callbacks.fire(End.COMMITTED);
    assertThat(ends).containsExactly(End.COMMITTED);
  }
}
