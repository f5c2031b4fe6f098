package dev.baton.jdbc;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds which of a dialect's named SQL statements were executed, from the texts of all executed
 * statements.
 */
public final class SqlStatementReport {
  private static final Pattern OPEN = Pattern.compile("\\{[a-zA-Z]+\\}");

  /**
   * The names of a dialect's SQL statements.
   *
   * @param all all names
   * @param executed the names of the executed statements
   */
  public record Found(Set<String> all, Set<String> executed) {}

  private SqlStatementReport() {}

  public static Found of(Connection connection, Collection<String> texts) throws SQLException {
    Dialect dialect = Dialect.of(connection);
    SqlFiles files = SqlFiles.of(dialect);
    Set<String> all = new TreeSet<>(SqlFiles.read(dialect.name()).keySet());
    Set<String> executed = new TreeSet<>();
    for (String name : all) {
      if (isAmong(texts, patterns(files, name))) {
        executed.add(name);
      }
    }
    return new Found(all, executed);
  }

  private static boolean isAmong(Collection<String> texts, List<Pattern> patterns) {
    return texts.stream()
        .anyMatch(text -> patterns.stream().anyMatch(p -> p.matcher(text).matches()));
  }

  private static List<Pattern> patterns(SqlFiles files, String verb) {
    List<Pattern> patterns = new ArrayList<>();
    patterns.add(pattern(files.text(verb)));
    if (files.canSkipLocked()) {
      patterns.add(pattern(files.text(verb + SqlFiles.SKIP_LOCKED)));
    }
    return patterns;
  }

  /** Returns a pattern in which each placeholder, such as {@code {now}}, matches any text. */
  private static Pattern pattern(String text) {
    StringBuilder regex = new StringBuilder();
    Matcher open = OPEN.matcher(text);
    int from = 0;
    while (open.find()) {
      regex.append(Pattern.quote(text.substring(from, open.start()))).append(".*");
      from = open.end();
    }
    regex.append(Pattern.quote(text.substring(from)));
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
