package dev.baton.benchmarks.views;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills Baton's tables like some months of work, by the steps of {@code fill.sql}. Each finished
 * step is recorded with its result, so that an interrupted filling continues where it stopped.
 */
final class Filling {
  private static final Pattern STEP =
      Pattern.compile("-- (?:step )?([a-z ]+?)(?: by (\\d+) up to (\\d+))?\n");
  private static final Pattern STATEMENT_END = Pattern.compile(";\n");
  private static final String ALWAYS = "always";
  private static final String TIDY = "tidy";

  private final Connection connection;
  private final Consumer<String> say;

  Filling(Connection connection, Consumer<String> say) {
    this.connection = connection;
    this.say = say;
  }

  /** Runs the steps that aren't done yet. */
  void fill(long finished, long live) throws SQLException {
    run("CREATE SCHEMA IF NOT EXISTS views;\n");
    run("CREATE TABLE IF NOT EXISTS views.step (name text PRIMARY KEY, about text NOT NULL);\n");
    String about = finished + " finished and " + live + " live tasks";
    for (String text : script(finished, live).split("\n(?=-- (?:step|always))", -1)) {
      Matcher step = STEP.matcher(text);
      if (!step.lookingAt()) {
        throw new IllegalStateException("fill.sql has an unknown step at " + text);
      }
      String sql = text.substring(step.end()).strip() + "\n";
      if (step.group(1).equals(ALWAYS)) {
        run(sql);
      } else if (step.group(2) == null) {
        once(step.group(1), about, sql);
      } else {
        long size = Long.parseLong(step.group(2));
        long all = Long.parseLong(step.group(3));
        for (long from = 1; from <= all; from += size) {
          long to = Math.min(all, from + size - 1);
          String part = sql.replace("{from}", "" + from).replace("{to}", "" + to);
          once(step.group(1) + " from " + from, about, part);
        }
      }
    }
  }

  private void once(String name, String about, String sql) throws SQLException {
    List<String> done = texts("SELECT about FROM views.step WHERE name = '" + name + "'");
    if (!done.isEmpty()) {
      if (!done.get(0).equals(about)) {
        throw new IllegalArgumentException(
            "The folder has " + done.get(0) + ", not " + about + "; name another, or remove it");
      }
      return;
    }
    say.accept(name);
    // A vacuum can't run in a transaction. Every other step commits together with its record.
    connection.setAutoCommit(name.startsWith(TIDY));
    try {
      run(sql);
      run("INSERT INTO views.step VALUES ('" + name + "', '" + about + "');\n");
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String one : STATEMENT_END.split(sql)) {
        if (!one.isBlank()) {
          statement.execute(one);
        }
      }
    }
  }

  private List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static String script(long finished, long live) {
    try (InputStream in = Filling.class.getResourceAsStream("fill.sql")) {
      if (in == null) {
        throw new IllegalStateException("fill.sql isn't on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{finished}", Long.toString(finished))
          .replace("{live}", Long.toString(live));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
