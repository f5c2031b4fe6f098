package dev.baton.benchmarks.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Compares the page's table of line counts with the compiled code; {@code -Dbaton.updateDocs=true}
 * writes it. Blank lines and comments don't count, and google-java-format breaks the lines.
 */
class EverydayLinesTest {
  private static final Path SOURCES = Path.of("src/test/java/dev/baton/benchmarks/lines");
  private static final Path PAGE = Path.of("../../docs/moving.md");
  private static final String BEGIN = "| Lines for | Baton | db-scheduler | JobRunr | Quartz |\n";
  private static final List<String> FILES =
      List.of("WithBaton", "WithDbScheduler", "WithJobRunr", "WithQuartz");

  @Test
  void thePageSaysHowManyLinesEverydayThingsTake() throws IOException {
    Map<String, String> things = new LinkedHashMap<>();
    things.put("transaction", "adding a task in the caller's transaction, and its handler");
    things.put("retry", "ten attempts with growing delays");
    things.put("recurring", "a scheduled method that runs once in the cluster");
    things.put("once", "a second add with the same key that finds the first task");
    things.put("perPartner", "at most two tasks at a time for each partner, in a process");
    things.put("result", "awaiting the result on any node");
    things.put("order", "running each partner's tasks one after the other, in commit order");
    StringBuilder table = new StringBuilder(BEGIN).append("|---|---|---|---|---|\n");
    for (Map.Entry<String, String> thing : things.entrySet()) {
      table.append("| ").append(thing.getValue());
      for (String file : FILES) {
        int lines = lines(file, thing.getKey());
        table.append(" | ").append(lines == 0 ? "none" : "" + lines);
      }
      table.append(" |\n");
    }
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    assertThat(from).as("the table on the page").isNotNegative();
    int to = page.indexOf("\n\n", from) + 1;
    if (Boolean.getBoolean("baton.updateDocs")) {
      Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
    } else {
      assertThat(page.substring(from, to)).isEqualTo(table.toString());
    }
  }

  private static int lines(String file, String region) throws IOException {
    List<String> counted = new ArrayList<>();
    boolean isInside = false;
    for (String line : Files.readAllLines(SOURCES.resolve(file + ".java"))) {
      String said = line.strip();
      if (said.equals("// region " + region)) {
        isInside = true;
      } else if (said.equals("// endregion")) {
        isInside = false;
      } else if (isInside && !said.isEmpty() && !said.startsWith("/")) {
        counted.add(said);
      }
    }
    return counted.size();
  }
}
