package dev.baton.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A JVM that starts a server or opens a database, commits a row and waits to be killed. */
final class Victim {
  private static final String DONE = "committed to ";

  private Victim() {}

  public static void main(String[] args) throws SQLException, IOException {
    if (args[0].equals("KAFKA")) {
      LocalKafka kafka = LocalKafka.temporary();
      tell(kafka.bootstrap() + " " + kafka.folder());
      return;
    }
    DatabaseAddress address = address(args[0], Path.of(args[1]));
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE note (text VARCHAR(20))");
      statement.execute("INSERT INTO note VALUES ('kept')");
    }
    tell(address.url() + " " + dataFolder(address));
  }

  private static void tell(String left) throws IOException {
    System.out.println(DONE + left);
    System.out.flush();
    System.in.read();
  }

  /** The data of a killed JVM: the URL of its database, and the folder with the server's data. */
  record Left(String url, Path data) {}

  private static String dataFolder(DatabaseAddress address) throws SQLException {
    if (address.url().startsWith("jdbc:h2")) {
      return "memory";
    }
    String query =
        address.url().startsWith("jdbc:postgresql") ? "SHOW data_directory" : "SELECT @@datadir";
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static DatabaseAddress address(String which, Path folder) {
    return switch (which) {
      case "TEMPORARY_POSTGRES" -> LocalPostgres.temporary().newDatabase();
      case "TEMPORARY_MARIADB" -> LocalMariaDb.temporary().newDatabase();
      case "H2" -> LocalH2.at(folder);
      default -> KeptServer.valueOf(which).open(folder);
    };
  }

  /** Runs a victim, kills it with SIGKILL after its commit, and returns what remains. */
  static Left killedAfterCommit(String which, Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                which,
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null && !line.startsWith(DONE)) {
        line = reader.readLine();
      }
      if (line == null) {
        throw new IOException("The JVM ended before its commit");
      }
      String[] words = line.substring(DONE.length()).split(" ", 2);
      return new Left(words[0], Path.of(words[1]));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
