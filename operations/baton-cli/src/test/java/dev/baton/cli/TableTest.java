package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.text.Json;
import dev.baton.cli.text.Secrets;
import dev.baton.cli.text.Table;
import dev.baton.cli.text.Text;
import dev.baton.cli.text.Times;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.node.ArrayNode;

final class TableTest {
  private static final Table TABLE =
      new Table()
          .column("NAME", "name")
          .number("COUNT", "count")
          .column("NOTHING", "nothing")
          .sentence("SAYS", "says");

  private static ArrayNode items(String... says) {
    ArrayNode items = Json.array();
    for (String word : says) {
      items.addObject().put("name", "n").put("count", 12).put("says", word);
    }
    return items;
  }

  @Test
  void columnsAreAlignedAndEmptyOnesOmitted() {
    assertThat(TABLE.lines(items("a b", "c"), Table.UNLIMITED))
        .isEqualTo(List.of("NAME  COUNT  SAYS", "n        12  a b", "n        12  c"));
  }

  @Test
  void onlySentencesAreCutToTheTerminalWidth() {
    List<String> lines = TABLE.lines(items("the quick brown fox jumps over"), 30);
    assertThat(lines.get(1)).isEqualTo("n        12  the quick brow...");
    assertThat(lines.get(1)).hasSize(30);
    assertThat(TABLE.lines(items("the quick brown fox"), 5).get(1)).startsWith("n        12  the");
  }

  @Test
  void detailsAreLeftOutIfTheSentenceNeedsTheirRoom() {
    Table table =
        new Table()
            .column("NAME", "name")
            .sentence("SAYS", "says")
            .detail("FIRST", "name")
            .numberDetail("SECOND", "count");
    String says = "the quick brown fox jumps over the lazy dog";
    assertThat(table.lines(items(says), Table.UNLIMITED).get(0)).endsWith("FIRST  SECOND");
    assertThat(table.lines(items(says), 55).get(0)).endsWith("FIRST").hasSizeLessThan(56);
    List<String> narrow = table.lines(items(says), 45);
    assertThat(narrow.get(0)).isEqualTo("NAME  SAYS");
    assertThat(narrow.get(1)).isEqualTo("n     the quick brown fox jumps over the l...");
  }

  @Test
  void textTakesOneLineAndHasItsTerminalWidth() {
    assertThat(TABLE.lines(items("one\n two\t."), Table.UNLIMITED).get(1))
        .isEqualTo("n        12  one | two    .");
    assertThat(Text.width("\u6f22\u5b57e\u0301")).isEqualTo(5);
    assertThat(Text.cut("\u6f22\u5b57\u6f22\u5b57", 6)).isEqualTo("\u6f22...");
  }

  @Test
  void durationsAndTimesAreParsed() {
    Times.Length length = new Times.Length();
    assertThat(length.convert("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(length.convert("PT5M")).isEqualTo(Duration.ofMinutes(5));
    assertThat(length.convert("3d")).isEqualTo(Duration.ofDays(3));
    assertThatThrownBy(() -> length.convert("soon")).isInstanceOf(TypeConversionException.class);
    assertThatThrownBy(() -> length.convert("PT-5M")).isInstanceOf(TypeConversionException.class);
    Instant now = Instant.parse("2026-05-02T10:00:00Z");
    Times.Moment moment = new Times.Moment(Clock.fixed(now, ZoneOffset.UTC));
    assertThat(moment.convert("2h")).isEqualTo(Instant.parse("2026-05-02T08:00:00Z"));
    assertThat(moment.convert("2026-05-01")).isEqualTo(Instant.parse("2026-05-01T00:00:00Z"));
    assertThat(moment.convert("2026-05-01T08:00:00+02:00"))
        .isEqualTo(Instant.parse("2026-05-01T06:00:00Z"));
    for (String never :
        List.of(
            "yesterday",
            "-2h",
            "P99999999D",
            "PT9223372036854775807S",
            "999999999d",
            "+999999999-12-31T23:59:59Z",
            "0000-01-01",
            "2026-02-30")) {
      assertThatThrownBy(() -> moment.convert(never))
          .as(never)
          .isInstanceOf(TypeConversionException.class);
    }
  }

  @Test
  void secretsAreHiddenEverywhere() {
    Secrets secrets = new Secrets();
    secrets.add("hunter2");
    assertThat(
            secrets.hiddenIn(
                "jdbc:postgresql://u:pw1@h/db?user=u&password=pw2&ssl=true said hunter2"
                    + " to jdbc:x;PWD=pw3;X=1"))
        .isEqualTo(
            "jdbc:postgresql://u:***@h/db?user=u&password=***&ssl=true said *** to"
                + " jdbc:x;PWD=***;X=1");
  }
}
