package dev.baton.benchmarks.hour;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A line for each form over the minutes, in SVG. The vertical axis begins at zero. */
record LineChart(String title, Map<String, List<Double>> lines) {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 260;
  private static final int LEFT = 70;
  private static final int TOP = 50;
  private static final int RIGHT = 130;
  private static final int BOTTOM = 34;
  private static final List<String> COLOURS = List.of("#1f6feb", "#cf222e", "#1a7f37", "#9a6700");

  String svg() {
    double most =
        Math.max(
            1e-9,
            lines.values().stream().flatMap(List::stream).mapToDouble(d -> d).max().orElse(1));
    int minutes = lines.values().stream().mapToInt(List::size).max().orElse(1);
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\">",
        WIDTH,
        HEIGHT);
    add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    add(svg, "<text x=\"12\" y=\"24\" font-size=\"15\">%s</text>", title);
    for (int part = 0; part <= 2; part++) {
      double y = y(part / 2.0);
      add(
          svg,
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#d0d7de\"/>",
          LEFT,
          y,
          WIDTH - RIGHT,
          y);
      add(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 8,
          y + 4,
          number(most * part / 2));
    }
    add(svg, "<text x=\"%d\" y=\"%d\">minute 1</text>", LEFT, HEIGHT - 10);
    add(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>",
        WIDTH - RIGHT,
        HEIGHT - 10,
        minutes);
    int line = 0;
    for (Map.Entry<String, List<Double>> one : lines.entrySet()) {
      String colour = COLOURS.get(line % COLOURS.size());
      StringBuilder points = new StringBuilder();
      for (int i = 0; i < one.getValue().size(); i++) {
        double x = LEFT + (WIDTH - RIGHT - LEFT) * (minutes == 1 ? 0.5 : i / (minutes - 1.0));
        points.append(format("%.1f,%.1f ", x, y(one.getValue().get(i) / most)));
      }
      add(
          svg,
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
          points.toString().strip(),
          colour);
      add(
          svg,
          "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
          WIDTH - RIGHT + 12,
          TOP + 18 * line,
          colour,
          one.getKey());
      line++;
    }
    return svg.append("</svg>\n").toString();
  }

  private static double y(double share) {
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  }

  private static String number(double value) {
    return format(value >= 100 ? "%,.0f" : "%.2f", value);
  }

  private static void add(StringBuilder svg, String pattern, Object... values) {
    svg.append(format(pattern, values)).append('\n');
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
