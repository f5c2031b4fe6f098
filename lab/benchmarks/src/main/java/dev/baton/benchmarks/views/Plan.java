package dev.baton.benchmarks.views;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How the database executed some queries.
 *
 * @param rows rows that were read in tables and indexes, including those not returned
 * @param pages pages of 8 KiB that were read
 * @param scans tables and indexes with the number of rows read in each
 */
record Plan(long rows, long pages, TreeMap<String, Long> scans) {

  private static final int MOST_EXPLAINED = 50;
  private static final int MOST_SECONDS = 10;
  private static final String CANCELLED = "57014";

  /** Runs each of these queries once more, at most the first fifty, under EXPLAIN. */
  static Plan of(Connection connection, List<String> queries) throws SQLException {
    Plan whole = new Plan(0, 0, new TreeMap<>());
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(MOST_SECONDS);
      for (String query : queries.subList(0, Math.min(MOST_EXPLAINED, queries.size()))) {
        try (ResultSet row =
            statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + query)) {
          row.next();
          JsonNode plan = JsonMapper.shared().readTree(row.getString(1)).get(0).get("Plan");
          whole = whole.plus(node(plan), pages(plan));
        } catch (SQLException e) {
          if (!CANCELLED.equals(e.getSQLState())) {
            throw e;
          }
          whole = whole.plus(new TreeMap<>(Map.of("not finished in 10 s", 0L)), 0);
        }
      }
    }
    return whole;
  }

  private Plan plus(TreeMap<String, Long> more, long morePages) {
    TreeMap<String, Long> all = new TreeMap<>(scans);
    more.forEach((scan, count) -> all.merge(scan, count, Long::sum));
    long added = more.values().stream().mapToLong(Long::longValue).sum();
    return new Plan(rows + added, pages + morePages, all);
  }

  private static long pages(JsonNode plan) {
    return plan.path("Shared Hit Blocks").asLong(0) + plan.path("Shared Read Blocks").asLong(0);
  }

  private static TreeMap<String, Long> node(JsonNode plan) {
    TreeMap<String, Long> scans = new TreeMap<>();
    for (JsonNode below : plan.path("Plans")) {
      node(below).forEach((scan, count) -> scans.merge(scan, count, Long::sum));
    }
    String type = plan.path("Node Type").asString("");
    if (type.endsWith("Scan") && !type.equals("Subquery Scan") && !type.equals("CTE Scan")) {
      scans.merge(where(plan, type), looked(plan), Long::sum);
    } else if (type.equals("Sort")) {
      scans.merge("sort", 0L, Long::sum);
    }
    return scans;
  }

  private static long looked(JsonNode plan) {
    double each =
        plan.path("Actual Rows").asDouble(0)
            + plan.path("Rows Removed by Filter").asDouble(0)
            + plan.path("Rows Removed by Index Recheck").asDouble(0);
    return Math.round(each * plan.path("Actual Loops").asDouble(1));
  }

  private static String where(JsonNode plan, String type) {
    String index = plan.path("Index Name").asString("");
    String table = plan.path("Relation Name").asString("");
    return switch (type) {
      case "Seq Scan" -> "all of " + table;
      case "Index Only Scan" -> index + " alone";
      case "Bitmap Heap Scan" -> table + " by bitmap";
      case "Bitmap Index Scan" -> index + " for a bitmap";
      case "Index Scan" -> index;
      default -> type.toLowerCase(Locale.ROOT);
    };
  }

  /** Returns a text with the scans and their rows. */
  String words() {
    List<String> words = new ArrayList<>();
    scans.forEach(
        (scan, count) ->
            words.add(scan + (count == 0 ? "" : String.format(Locale.ROOT, " (%,d)", count))));
    return String.join(", ", words);
  }
}
