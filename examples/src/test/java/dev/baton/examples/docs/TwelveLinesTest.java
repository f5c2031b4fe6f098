package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line counts on the page "The API at a glance" match the programs. */
class TwelveLinesTest {
  private static final Path BATON =
      Path.of("src/test/java/dev/baton/examples/docs/TwelvePrograms.java");
  private static final Path PEERS = Path.of("src/test/peers");
  private static final List<Path> COLUMNS =
      List.of(
          BATON,
          PEERS.resolve("DbSchedulerPrograms.java"),
          PEERS.resolve("JobRunrPrograms.java"),
          PEERS.resolve("RiverPrograms.java"),
          PEERS.resolve("TemporalPrograms.java"));

  /** Assigns each region to the program whose name is the region's prefix. */
  private static final List<String> PROGRAMS =
      List.of(
          "firstTask",
          "retry",
          "limits",
          "unique",
          "schedule",
          "batch",
          "states",
          "signal",
          "result",
          "exactlyOnce",
          "ordered",
          "operate");

  @Test
  void pageCountsTheLinesOfThePrograms() throws IOException {
    List<String> page = Files.readAllLines(Path.of("../docs/api.md"));
    int first = page.indexOf("|---|---|---|---|---|---|---|") + 1;
    for (int row = 0; row < PROGRAMS.size(); row++) {
      String[] cells = page.get(first + row).split("\\|");
      assertThat(cells[1].strip()).startsWith((row + 1) + " ");
      for (int column = 0; column < COLUMNS.size(); column++) {
        int lines = lines(COLUMNS.get(column), PROGRAMS.get(row));
        String cell = cells[column + 2].strip().replaceAll(",.*", "");
        String expected = lines == 0 ? "(paid|not offered|not counted)" : String.valueOf(lines);
        assertThat(cell).as(COLUMNS.get(column) + "#" + PROGRAMS.get(row)).matches(expected);
      }
    }
  }

  static int lines(Path file, String program) throws IOException {
    int lines = 0;
    boolean isInside = false;
    for (String line : Files.readAllLines(file)) {
      String text = line.strip();
      if (text.startsWith("// region ")) {
        isInside = text.startsWith("// region " + program);
      } else if (text.equals("// endregion")) {
        isInside = false;
      } else if (isInside && !text.isEmpty() && !text.startsWith("/")) {
        lines++;
      }
    }
    return lines;
  }
}
