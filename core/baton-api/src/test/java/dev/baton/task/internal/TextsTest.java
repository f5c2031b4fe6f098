package dev.baton.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TextsTest {
  private static final String HARMLESS = "Łódź 漢字 😀 e\u0301 <b> \\u001b [31m";

  @Test
  void harmlessTextIsUnchanged() {
    assertThat(Texts.line(HARMLESS)).isEqualTo(HARMLESS);
    assertThat(Texts.text(HARMLESS)).isEqualTo(HARMLESS);
    assertThat(Texts.line(null)).isEqualTo("null");
    assertThat(Texts.line(12)).isEqualTo("12");
  }

  @Test
  void terminalControlCharactersAreShownByTheirNumber() {
    assertThat(Texts.line("a\u001b[2J\u009b31m\u007f\b"))
        .isEqualTo("a\\u001b[2J\\u009b31m\\u007f\\u0008");
    assertThat(Texts.line("\u202Etxt\u2066\u200b\ufeff"))
        .isEqualTo("\\u202etxt\\u2066\\u200b\\ufeff");
    assertThat(Texts.line("\udb40\udc41\ud800")).isEqualTo("\\udb40\\udc41\\ud800");
  }

  @Test
  void aLineStaysOneLine() {
    assertThat(Texts.line("ERROR: no\n  Detail: x\r\n\u2028y\u0085z\n"))
        .isEqualTo("ERROR: no | Detail: x | y | z");
    assertThat(Texts.text("a\r\n\tb\rc")).isEqualTo("a\n    bc");
  }

  @Test
  void noHarmfulCharacterPasses() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      all.appendCodePoint(point).append('a');
    }
    assertThat(Texts.line(all).codePoints().filter(Texts::isHarmful)).isEmpty();
  }

  @Test
  void durationHasUnitsThatPeopleUse() {
    assertThat(Texts.duration(Duration.ofSeconds(3))).isEqualTo("3 s");
    assertThat(Texts.duration(Duration.ofMillis(5_400_250))).isEqualTo("1 h 30 min 250 ms");
    assertThat(Texts.duration(Duration.ZERO)).isEqualTo("0 s");
    assertThat(Texts.about(Duration.ofMillis(5_430_250))).isEqualTo("1 h 30 min");
  }

  @Test
  void settingOutOfItsRangeIsRefusedWithTheRange() {
    Duration most = Duration.ofMinutes(1);
    Texts.requireBetween("poll", most, Duration.ZERO, most);
    assertThatThrownBy(() -> Texts.requireBetween("poll", Duration.ofDays(2), Duration.ZERO, most))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("poll must be between 0 s and 1 min, not 2 d");
  }
}
