package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TaskStore.Share;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RivalryTest {
  private final Rivalry rivalry = new Rivalry(flow -> Share.WHOLE);

  @Test
  void whoMissesLittleReadsEverything() {
    rivalry.claimed(3, 3);
    rivalry.claimed(49, 200);
    rivalry.claimed(0, 200);
    assertThat(sharedOf(50)).isZero();
  }

  @Test
  void whoMissesAQuarterReadsItsShareAndEachEighthTimeEverything() {
    rivalry.claimed(50, 200);
    assertThat(sharedOf(8)).isEqualTo(7);
    assertThat(sharedOf(80)).isEqualTo(70);
  }

  @Test
  void whileOthersComeForTheirsEverythingIsReadMoreSeldom() {
    rivalry.claimed(50, 200);
    for (int every : new int[] {8, 8, 16, 32, 64, 64}) {
      assertThat(untilWhole()).isEqualTo(every);
      rivalry.claimed(100, 200);
    }
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(8);
  }

  @Test
  void rivalsThatAreGoneAreForgotten() {
    rivalry.claimed(200, 200);
    sharedOf(256);
    assertThat(sharedOf(8)).isZero();
  }

  @Test
  void looksAreDividedUntilRivalsAreForgotten() {
    assertThat(rivalry.dividesNext()).isFalse();
    rivalry.claimed(200, 200);
    sharedOf(128);
    assertThat(IntStream.range(0, 200).filter(look -> rivalry.dividesNext()).count())
        .isEqualTo(128);
    assertThat(rivalry.sharesNext()).isFalse();
  }

  @Test
  void whoseLastClaimCameTooLateIsBeaten() {
    assertThat(rivalry.isBeaten()).isFalse();
    rivalry.claimed(50, 200);
    assertThat(rivalry.isBeaten()).isTrue();
    rivalry.claimed(49, 200);
    assertThat(rivalry.isBeaten()).isFalse();
  }

  private int untilWhole() {
    int pulls = 1;
    while (rivalry.sharesNext()) {
      pulls++;
    }
    return pulls;
  }

  private long sharedOf(int pulls) {
    return IntStream.range(0, pulls).filter(pull -> rivalry.sharesNext()).count();
  }
}
