package dev.baton.benchmarks.report;

import java.util.List;
import java.util.Locale;

/**
 * A bar chart of one metric of one work, in SVG: text that any browser draws, without a drawing
 * library.
 */
public record BarChart(String title, List<Result> rows) {
  private static final int WIDTH = 640;
  private static final int NAMES = 170;
  private static final int BAR = 22;
  private static final int STEP = 30;
  private static final int TOP = 44;
  private static final int FIGURES = 100;

  /** Returns the picture. */
  public String svg() {
    int height = TOP + rows.size() * STEP + 12;
    double most = rows.stream().mapToDouble(Result::median).max().orElse(1);
    StringBuilder svg = new StringBuilder();
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"13\">%n",
            WIDTH, height));
    svg.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, height));
    svg.append(format("<text x=\"12\" y=\"24\" font-size=\"15\">%s</text>%n", escaped(title)));
    for (int i = 0; i < rows.size(); i++) {
      bar(svg, rows.get(i), TOP + i * STEP, most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void bar(StringBuilder svg, Result row, int y, double most) {
    double length = Math.max(1, row.median() / most * (WIDTH - NAMES - FIGURES));
    String colour =
        switch (row.contender()) {
          case "baton" -> "#1f6feb";
          case "limit" -> "#8c959f";
          default -> "#c9d1d9";
        };
    svg.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
            NAMES - 8, y + 16, escaped(row.contender())));
    svg.append(
        format(
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
            NAMES, y, length, BAR, colour));
    svg.append(
        format(
            "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
            NAMES + length + 6, y + 16, Table.number(row.median())));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
