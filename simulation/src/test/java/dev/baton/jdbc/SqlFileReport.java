package dev.baton.jdbc;

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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which of a dialect's SQL files were executed, by the texts of the statements that were. */
public final class SqlFileReport {
  private static final String ROOT = "/dev/baton/jdbc/sql/";
  private static final Pattern OPEN = Pattern.compile("\\{[a-zA-Z]+\\}");

  private SqlFileReport() {}

  /**
   * The names of the files that this database's dialect reads, without those that were executed.
   */
  public static Set<String> unexecuted(Connection connection, Collection<String> texts)
      throws SQLException, IOException {
    Dialect dialect = Dialect.of(connection);
    SqlFiles files = new SqlFiles(dialect.name(), dialect.words());
    Set<String> left = new TreeSet<>();
    for (String verb : verbs(dialect.name())) {
      List<Pattern> patterns = patterns(files, dialect.words(), verb);
      boolean executed =
          texts.stream()
              .anyMatch(text -> patterns.stream().anyMatch(p -> p.matcher(text).matches()));
      if (!executed) {
        left.add(verb);
      }
    }
    return left;
  }

  private static List<Pattern> patterns(SqlFiles files, Map<String, String> words, String verb) {
    List<Pattern> patterns = new ArrayList<>();
    patterns.add(pattern(files.text(verb)));
    if (words.containsKey("free")) {
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

  private static Set<String> verbs(String dialect) throws IOException {
    Set<String> verbs = new TreeSet<>();
    for (String folder : List.of(dialect, "common")) {
      try {
        URI uri = Objects.requireNonNull(SqlFiles.class.getResource(ROOT + folder)).toURI();
        if (uri.getScheme().equals("jar")) {
          try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
            list(jar.getPath(ROOT + folder), verbs);
          }
        } else {
          list(Path.of(uri), verbs);
        }
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return verbs;
  }

  private static void list(Path folder, Set<String> verbs) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sql"))
          .forEach(name -> verbs.add(name.substring(0, name.length() - ".sql".length())));
    }
  }
}
