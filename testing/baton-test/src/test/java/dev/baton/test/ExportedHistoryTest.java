package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExportedHistoryTest {
  @Test
  void otherDocumentsAreRefused() {
    assertThatThrownBy(() -> ExportedHistory.of("{\"task\":{}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be baton-history-1");
    ExportedHistory bare = ExportedHistory.of("{\"format\":\"baton-history-1\"}");
    assertThatThrownBy(bare::taskId).hasMessage("The history has no text \"id\"");
    assertThat(bare.notes()).isEmpty();
    assertThat(bare.children()).isEmpty();
  }
}
