package dev.baton.benchmarks.views;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Sample tasks and times for the views, read from the database. */
record Samples(
    Instant now,
    List<String> live,
    String ready,
    String due,
    String held,
    String blocked,
    String stopped,
    String done,
    String failed,
    String chain,
    String midLive,
    String midFinished,
    String midAudit,
    List<String> ids) {

  static Samples from(Connection connection) throws SQLException {
    String task = "SELECT id FROM baton_task WHERE status = ";
    String ended = "SELECT id FROM baton_finished WHERE status = ";
    String latest = " ORDER BY finished_at DESC LIMIT 1";
    return new Samples(
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        texts(connection, "SELECT id FROM baton_task ORDER BY id DESC LIMIT 50"),
        text(connection, task + "2 ORDER BY bucket, type, flow_key, priority, run_at DESC LIMIT 1"),
        text(connection, task + "1 AND next_event_at > now() LIMIT 1"),
        text(connection, task + "3 AND next_event_at > now() LIMIT 1"),
        text(connection, "SELECT min(task_id::text) FROM baton_waiter"),
        text(connection, task + "4 LIMIT 1"),
        text(connection, ended + 5 + latest),
        text(connection, ended + 6 + latest),
        text(
            connection,
            "SELECT correlation_id FROM baton_finished WHERE correlation_id <> id LIMIT 1"),
        "_"
            + text(
                connection,
                "SELECT id FROM baton_task ORDER BY created_at OFFSET (SELECT count(*) / 2 FROM baton_task) LIMIT 1"),
        cursor(connection, "finished_at", "baton_finished", 15),
        cursor(connection, "written_at", "baton_audit", 15),
        texts(connection, "SELECT id FROM baton_finished ORDER BY keep_until DESC LIMIT 50"));
  }

  String before(Duration time) {
    return now.minus(time).toString();
  }

  String after(Duration time) {
    return now.plus(time).toString();
  }

  private static String cursor(Connection connection, String time, String table, int daysAgo)
      throws SQLException {
    return text(
        connection,
        "SELECT (extract(epoch FROM max(%1$s)) * 1000000)::bigint || '_00000000-0000-0000-0000-000000000000' FROM %2$s WHERE %1$s < now() - interval '%3$d days'"
            .formatted(time, table, daysAgo));
  }

  private static String text(Connection connection, String query) throws SQLException {
    List<String> texts = texts(connection, query);
    if (texts.isEmpty()) {
      throw new IllegalStateException("Too few rows for " + query);
    }
    return texts.get(0);
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
