package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.access.Right;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Writes the observed effect of each right. docs/rights.md shows the same. With {@code
 * -Dbaton.updateDocs=true} it is written there.
 */
final class RightsTable {
  private static final Path DOCUMENT = Path.of("../..", "docs", "rights.md");

  private final StringBuilder table;

  RightsTable(String what) {
    table = new StringBuilder("\n| ").append(what).append(" | none");
    for (Right right : Right.values()) {
      table.append(" | ").append(right);
    }
    table.append(" |\n|---").append("|:-:".repeat(Right.values().length + 1)).append("|\n");
  }

  /**
   * @param anybody whether the route needs no right
   */
  void row(String what, boolean anybody, Set<Right> letThrough) {
    table.append("| `").append(what).append("` | ").append(anybody ? "✓" : " ");
    for (Right right : Right.values()) {
      table.append(" | ").append(letThrough.contains(right) ? "✓" : " ");
    }
    table.append(" |\n");
  }

  /** Checks that the document contains the table between its marks of this name. */
  void isIn(String name) throws IOException {
    String document = Files.readString(DOCUMENT);
    String mark = "<!-- seen by MatrixTest: " + name + " -->\n";
    int begin = document.indexOf(mark) + mark.length();
    int end = document.indexOf("\n<!-- end -->", begin);
    assertThat(begin).as(mark).isGreaterThanOrEqualTo(mark.length());
    assertThat(end).as("the end of " + mark).isGreaterThanOrEqualTo(begin);
    if (Boolean.getBoolean("baton.updateDocs")) {
      Files.writeString(DOCUMENT, document.substring(0, begin) + table + document.substring(end));
      return;
    }
    assertThat(document.substring(begin, end))
        .as("docs/rights.md; run MatrixTest with -Dbaton.updateDocs=true to write it")
        .isEqualTo(table.toString());
  }
}
