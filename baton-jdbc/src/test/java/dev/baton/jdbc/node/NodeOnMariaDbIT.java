package dev.baton.jdbc.node;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;

final class NodeOnMariaDbIT extends NodeOnDatabaseContract {
  @Override
  DatabaseAddress newDatabase() {
    return LocalMariaDb.temporary().newDatabase();
  }
}
