package dev.baton.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** A file of SQL statements on the class path. Each ends with a semicolon and contains no other. */
record Script(String resource) {
  private static final Pattern COMMENT = Pattern.compile("--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);

  /** Runs the statements one by one and skips empty ones. */
  void run(DataSource database) throws SQLException, IOException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : COMMENT.matcher(text()).replaceAll("").split(";", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql.strip());
        }
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }

  private String text() throws IOException {
    try (InputStream file = Script.class.getResourceAsStream(resource)) {
      if (file == null) {
        throw new IOException("No file " + resource + " on the class path");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
