package dev.baton.jta;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalPostgres;
import java.util.Map;

/** The databases that JTA is tested on. */
enum JtaDatabase {
  POSTGRES {
    @Override
    DatabaseAddress newDatabase() {
      return Server.POSTGRES.newDatabase();
    }
  },
  H2 {
    @Override
    DatabaseAddress newDatabase() {
      return LocalH2.newDatabase();
    }
  };

  abstract DatabaseAddress newDatabase();

  /** PostgreSQL doesn't allow prepared transactions by default. */
  private static final class Server {
    static final LocalPostgres POSTGRES =
        LocalPostgres.temporary(Map.of("max_prepared_transactions", "20"));
  }
}
