package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.input.CannotRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** What differs among the databases the demo runs on. */
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

  /** The type of a text of any length. */
  String textType() {
    return textType;
  }

  /** What follows the columns of a table: texts that differ in case must be different texts. */
  String tableOptions() {
    return tableOptions;
  }

  @Override
  public String toString() {
    return product;
  }
}
