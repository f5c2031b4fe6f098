package dev.baton.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A list for people: plain text in columns as wide as their content. If the table is wider than the
 * terminal, details are left out, the last ones first, until the sentences have room. Then only the
 * sentences are cut, because users copy names and ids.
 */
public final class Table {
  private static final String GAP = "  ";
  private static final int NARROWEST = 12;

  /** Width up to which a sentence is more useful than details. */
  private static final int READABLE = 40;

  /** The width for output that isn't a terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private record Column(
      String title,
      Function<JsonNode, String> value,
      boolean right,
      boolean shrinks,
      boolean isDetail) {}

  private final List<Column> columns = new ArrayList<>();

  /** Adds a column with the text of a member. */
  public Table column(String title, String name) {
    return column(title, item -> Json.text(item, name));
  }

  public Table column(String title, Function<JsonNode, String> value) {
    columns.add(new Column(title, value, false, false, false));
    return this;
  }

  /** Adds a column with a right-aligned number. */
  public Table number(String title, String name) {
    columns.add(new Column(title, item -> Json.text(item, name), true, false, false));
    return this;
  }

  /** Adds a column that is left out if the table is too wide. */
  public Table detail(String title, String name) {
    return detail(title, item -> Json.text(item, name));
  }

  public Table detail(String title, Function<JsonNode, String> value) {
    columns.add(new Column(title, value, false, false, true));
    return this;
  }

  /** Adds a column with a right-aligned number that is left out if the table is too wide. */
  public Table numberDetail(String title, String name) {
    columns.add(new Column(title, item -> Json.text(item, name), true, false, true));
    return this;
  }

  /** Adds a column with a sentence, which is cut if it doesn't fit. */
  public Table sentence(String title, String name) {
    return sentence(title, item -> Json.text(item, name));
  }

  public Table sentence(String title, Function<JsonNode, String> value) {
    columns.add(new Column(title, value, false, true, false));
    return this;
  }

  /** Returns the lines, titles first. Leaves out columns in which every cell is empty. */
  public List<String> lines(Iterable<JsonNode> items, int width) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode item : items) {
      rows.add(columns.stream().map(column -> Text.line(column.value().apply(item))).toList());
    }
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (rows.stream().anyMatch(row -> !row.get(column).isEmpty())) {
        shown.add(i);
      }
    }
    leaveOutDetails(rows, shown, width);
    int[] widths = widths(rows, shown, width);
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::title).toList(), shown, widths));
    rows.forEach(row -> lines.add(line(row, shown, widths)));
    return lines;
  }

  private void leaveOutDetails(List<List<String>> rows, List<Integer> shown, int most) {
    long total = -GAP.length();
    for (int column : shown) {
      int natural = natural(rows, column);
      total += GAP.length();
      total += columns.get(column).shrinks() ? Math.min(natural, READABLE) : natural;
    }
    for (int i = shown.size() - 1; i >= 0 && total > most; i--) {
      int column = shown.get(i);
      if (columns.get(column).isDetail()) {
        shown.remove(i);
        total -= GAP.length() + natural(rows, column);
      }
    }
  }

  private int natural(List<List<String>> rows, int column) {
    int widest = Text.width(columns.get(column).title());
    for (List<String> row : rows) {
      widest = Math.max(widest, Text.width(row.get(column)));
    }
    return widest;
  }

  private int[] widths(List<List<String>> rows, List<Integer> shown, int most) {
    int[] widths = new int[columns.size()];
    long total = 0;
    for (int column : shown) {
      widths[column] = natural(rows, column);
      total += widths[column] + GAP.length();
    }
    for (int column : shown) {
      long over = total - GAP.length() - most;
      if (over > 0 && columns.get(column).shrinks()) {
        int narrow = (int) Math.max(Math.min(NARROWEST, widths[column]), widths[column] - over);
        total -= widths[column] - narrow;
        widths[column] = narrow;
      }
    }
    return widths;
  }

  private String line(List<String> cells, List<Integer> shown, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column : shown) {
      String cell = Text.cut(cells.get(column), widths[column]);
      String room = " ".repeat(widths[column] - Text.width(cell));
      line.append(line.isEmpty() ? "" : GAP)
          .append(columns.get(column).right() ? room + cell : cell + room);
    }
    return line.toString().stripTrailing();
  }
}
