package dev.baton.jdbc.node;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.local.WayToUndo;
import org.junit.jupiter.api.Nested;

final class UndoneAddsTest {
  @Nested
  final class OnPostgres extends UndoneAddsContract {
    @Override
    DatabaseAddress newDatabase() {
      return LocalPostgres.temporary().newDatabase();
    }

    @Override
    WayToUndo.Database database() {
      return WayToUndo.Database.POSTGRES;
    }
  }

  @Nested
  final class OnMariaDb extends UndoneAddsContract {
    @Override
    DatabaseAddress newDatabase() {
      return LocalMariaDb.temporary().newDatabase();
    }

    @Override
    WayToUndo.Database database() {
      return WayToUndo.Database.MARIADB;
    }
  }

  @Nested
  final class OnH2 extends UndoneAddsContract {
    @Override
    DatabaseAddress newDatabase() {
      return LocalH2.newDatabase();
    }

    @Override
    WayToUndo.Database database() {
      return WayToUndo.Database.H2;
    }
  }
}
