package dev.baton.jdbc;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.sql.SqlFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which of a dialect's SQL files were executed, by the texts of the statements that were. */
public final class SqlFileReport {
  private static final String ROOT = "/dev/baton/jdbc/sql/";
  private static final String COMMON = "common";
  private static final String SUFFIX = ".sql";
  private static final Pattern OPEN = Pattern.compile("\\{[a-zA-Z]+\\}");

  /**
   * The SQL files that a database's dialect finds: those of its own folder and the folders in it,
   * and of the common ones those that it has none of its own in place of.
   *
   * @param all each by folder and name
   * @param executed those of them that were executed
   */
  public record Found(Set<String> all, Set<String> executed) {}

  private SqlFileReport() {}

  public static Found of(Connection connection, Collection<String> texts)
      throws SQLException, IOException {
    Dialect dialect = Dialect.of(connection);
    SqlFiles files = SqlFiles.of(dialect);
    Map<String, String> folders = new TreeMap<>();
    names(COMMON).forEach(verb -> folders.put(verb, COMMON));
    names(dialect.name()).forEach(verb -> folders.put(verb, dialect.name()));
    Set<String> all = new TreeSet<>();
    Set<String> executed = new TreeSet<>();
    folders.forEach(
        (verb, folder) -> {
          all.add(folder + "/" + verb);
          if (isAmong(texts, patterns(files, verb))) {
            executed.add(folder + "/" + verb);
          }
        });
    return new Found(all, executed);
  }

  private static boolean isAmong(Collection<String> texts, List<Pattern> patterns) {
    return texts.stream()
        .anyMatch(text -> patterns.stream().anyMatch(p -> p.matcher(text).matches()));
  }

  private static List<Pattern> patterns(SqlFiles files, String verb) {
    List<Pattern> patterns = new ArrayList<>();
    patterns.add(pattern(files.text(verb)));
    if (files.hasFree()) {
      patterns.add(pattern(files.text(verb + SqlFiles.FREE)));
    }
    return patterns;
  }

  /** What is filled in at run time may be anything. */
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

  /** The names of the files under a folder, with the folders in it, as verbs name them. */
  private static Set<String> names(String folder) throws IOException {
    try {
      URI uri = Objects.requireNonNull(SqlFiles.class.getResource(ROOT + folder)).toURI();
      if (!uri.getScheme().equals("jar")) {
        return names(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return names(jar.getPath(ROOT + folder));
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(SUFFIX))
          .forEach(name -> names.add(name.substring(0, name.length() - SUFFIX.length())));
    }
    return names;
  }
}
