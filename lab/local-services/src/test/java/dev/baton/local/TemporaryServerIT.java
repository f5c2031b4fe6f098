package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporaryServerIT {
  @TempDir Path parent;

  @Test
  void postgresCommitsDurably() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();

    assertThat(one(address, "SHOW fsync")).isEqualTo("on");
    assertThat(one(address, "SHOW synchronous_commit")).isEqualTo("on");
    assertThat(one(address, "SHOW full_page_writes")).isEqualTo("on");
    assertThat(one(address, "SHOW server_version")).startsWith("18.");
  }

  @Test
  void mariaDbCommitsDurably() throws Exception {
    DatabaseAddress address = LocalMariaDb.temporary().newDatabase();

    assertThat(one(address, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
    assertThat(one(address, "SELECT version()")).startsWith("11.4.");
  }

  @Test
  void eachNewDatabaseIsEmpty() throws Exception {
    insert(LocalPostgres.temporary().newDatabase());
    insert(LocalPostgres.temporary().newDatabase());
    insert(LocalMariaDb.temporary().newDatabase());
    insert(LocalMariaDb.temporary().newDatabase());
    insert(LocalH2.newDatabase());
    insert(LocalH2.newDatabase());
  }

  @Test
  void postgresTakesFurtherSettings() throws Exception {
    LocalPostgres server =
        LocalPostgres.temporary(
            Map.of("wal_level", "logical", "shared_preload_libraries", "auto_explain"));
    try {
      DatabaseAddress address = server.newDatabase();
      assertThat(one(address, "SHOW wal_level")).isEqualTo("logical");
      assertThat(one(address, "SHOW auto_explain.log_analyze")).isEqualTo("off");
    } finally {
      server.stop();
    }
  }

  @Test
  @Tag("deep")
  void serverThatCanNotStartSaysWhy() {
    assertThatThrownBy(() -> LocalPostgres.temporary(Map.of("no_such_setting", "1")))
        .hasMessageContaining("no_such_setting");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TEMPORARY_POSTGRES", "TEMPORARY_MARIADB"})
  @Tag("deep")
  void killedJvmLeavesNeitherTemporaryServerNorDataBehind(String which) throws Exception {
    Path data = Victim.killedAfterCommit(which, parent).data();

    // The folder is deleted after the server has ended.
    assertThat(Patience.until(() -> Files.notExists(data))).isTrue();
  }

  @Test
  void killedJvmLosesNoCommitOfH2() throws Exception {
    Victim.killedAfterCommit("H2", parent.resolve("file"));

    assertThat(one(LocalH2.at(parent.resolve("file")), "SELECT text FROM note")).isEqualTo("kept");
  }

  private static void insert(DatabaseAddress address) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE note (text VARCHAR(20))");
      assertThat(statement.executeUpdate("INSERT INTO note VALUES ('new')")).isOne();
    }
  }

  private static String one(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "nothing";
    }
  }
}
