package dev.baton.jdbc.node;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;

final class NodeOnPostgresIT extends NodeOnDatabaseContract {
  @Override
  DatabaseAddress newDatabase() {
    return LocalPostgres.temporary().newDatabase();
  }
}
