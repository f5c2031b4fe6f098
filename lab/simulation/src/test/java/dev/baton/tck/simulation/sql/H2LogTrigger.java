package dev.baton.tck.simulation.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/** Records which row a session of H2 has changed. */
public final class H2LogTrigger implements Trigger {
  private String kind = "";
  private int column = -1;

  @Override
  public void init(
      Connection connection, String schema, String trigger, String table, boolean before, int type)
      throws SQLException {
    String name = table.toLowerCase(Locale.ROOT);
    kind = name.equals("baton_sim_effect") ? "e" : name.equals("baton_pause") ? "p" : "t";
    try (ResultSet rows = connection.getMetaData().getColumns(null, schema, table, null)) {
      while (rows.next()) {
        String found = rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT);
        if (found.equals(kind.equals("t") ? "id" : kind.equals("e") ? "name" : "bucket")) {
          column = rows.getInt("ORDINAL_POSITION") - 1;
        }
      }
    }
  }

  @Override
  public void fire(Connection connection, Object @Nullable [] old, Object @Nullable [] changed)
      throws SQLException {
    Object[] row = changed == null ? old : changed;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO baton_sim_log (session, kind, name) VALUES (SESSION_ID(), ?, ?)")) {
      statement.setString(1, kind);
      statement.setString(2, String.valueOf(row[column]));
      statement.executeUpdate();
    }
  }
}
