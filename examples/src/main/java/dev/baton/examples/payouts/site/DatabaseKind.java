package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.input.CannotRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** The differences among the databases that the demo supports. */
enum DatabaseKind {
  POSTGRESQL("PostgreSQL", "TEXT", ""),
  MYSQL("MySQL", "LONGTEXT", "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB"),
  MARIADB("MariaDB", "LONGTEXT", "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ENGINE = InnoDB"),
  H2("H2", "VARCHAR", "");

  private final String product;
  private final String textType;
  private final String tableOptions;

  DatabaseKind(String product, String textType, String tableOptions) {
    this.product = product;
    this.textType = textType;
    this.tableOptions = tableOptions;
  }

  static DatabaseKind of(Connection connection) throws SQLException, CannotRun {
    String product = connection.getMetaData().getDatabaseProductName();
    for (DatabaseKind kind : values()) {
      if (product.toLowerCase(Locale.ROOT).startsWith(kind.product.toLowerCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw new CannotRun("The demo runs on PostgreSQL, MySQL, MariaDB and H2, not on " + product);
  }

  /** Returns the column type for a text of any length. */
  String textType() {
    return textType;
  }

  /** Returns the text after the columns of a table. It makes comparisons case-sensitive. */
  String tableOptions() {
    return tableOptions;
  }

  @Override
  public String toString() {
    return product;
  }
}
