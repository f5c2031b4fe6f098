package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void onlyTheFirst500CharactersOfTheTextAreKept() {
    assertThat(new Progress(0.5, "x".repeat(501), Instant.EPOCH).text()).isEqualTo("x".repeat(500));
    assertThat(new Progress(0.5, "x".repeat(499) + "\uD83D\uDE00", Instant.EPOCH).text())
        .as("no half of a surrogate pair is kept")
        .isEqualTo("x".repeat(499));
  }

  @Test
  void fractionOutsideZeroToOneIsRefused() {
    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Progress(wrong, "", Instant.EPOCH))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
