package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  private static final String HARMLESS = "Łódź 漢字 😀 e\u0301 <b> \\u001b [31m";

  @Test
  void whatIsHarmlessStaysAsItIs() {
    assertThat(Printable.line(HARMLESS)).isEqualTo(HARMLESS);
    assertThat(Printable.text(HARMLESS)).isEqualTo(HARMLESS);
    assertThat(Printable.line(null)).isEqualTo("null");
    assertThat(Printable.line(12)).isEqualTo("12");
  }

  @Test
  void whatATerminalObeysIsShownByItsNumber() {
    assertThat(Printable.line("a\u001b[2J\u009b31m\u007f\b"))
        .isEqualTo("a\\u001b[2J\\u009b31m\\u007f\\u0008");
    assertThat(Printable.line("\u202Etxt\u2066\u200b\ufeff"))
        .isEqualTo("\\u202etxt\\u2066\\u200b\\ufeff");
    assertThat(Printable.line("\udb40\udc41\ud800")).isEqualTo("\\udb40\\udc41\\ud800");
  }

  @Test
  void aLineStaysOneLine() {
    assertThat(Printable.line("ERROR: no\n  Detail: x\r\n\u2028y\u0085z\n"))
        .isEqualTo("ERROR: no | Detail: x | y | z");
    assertThat(Printable.text("a\r\n\tb\rc")).isEqualTo("a\n    bc");
  }

  @Test
  void noCharacterAtAllPassesThatIsHarmful() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      all.appendCodePoint(point).append('a');
    }
    assertThat(Printable.line(all).codePoints().filter(Printable::isHarmful)).isEmpty();
  }
}
