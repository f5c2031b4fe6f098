package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.text.Json;
import org.junit.jupiter.api.Test;

final class CountsTest {
  @Test
  void incompleteCountsAreShownAsLowerBoundsOrAsOld() {
    assertThat(OverviewCommands.uncounted(Json.parse("{\"exact\":true,\"atLeast\":false}")))
        .isNull();
    assertThat(OverviewCommands.uncounted(Json.parse("{\"exact\":false,\"atLeast\":true}")))
        .contains("the real numbers may be higher");
    assertThat(OverviewCommands.uncounted(Json.parse("{\"exact\":false,\"atLeast\":false}")))
        .contains("these counts are older");
  }
}
