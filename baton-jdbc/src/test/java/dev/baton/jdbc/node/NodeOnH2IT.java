package dev.baton.jdbc.node;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;

final class NodeOnH2IT extends NodeOnDatabaseContract {
  @Override
  DatabaseAddress newDatabase() {
    return LocalH2.newDatabase();
  }
}
