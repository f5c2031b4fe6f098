package dev.baton.chaos;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.FaultyProxy;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.util.Map;

/** The databases that are made to suffer. */
enum ServerKind {
  POSTGRESQL {
    @Override
    Server start() {
      LocalPostgres server = LocalPostgres.temporary(Map.of());
      return new Server(this, server::newDatabase, server::kill, server::restart, server::stop);
    }

    @Override
    Links links() {
      return Links.of(Links.Hints.NOTIFY, Links.Leaders.DATABASE);
    }

    @Override
    String idText() {
      return "CAST(id AS CHAR(36))";
    }
  },
  MARIADB {
    @Override
    Server start() {
      LocalMariaDb server = LocalMariaDb.anotherTemporary();
      return new Server(this, server::newDatabase, server::kill, server::restart, server::stop);
    }

    @Override
    Links links() {
      return Links.of(Links.Hints.KAFKA, Links.Leaders.ZOOKEEPER);
    }

    @Override
    String idText() {
      return "LOWER(HEX(id))";
    }
  };

  abstract Server start();

  FaultyProxy.Protocol protocol() {
    return this == POSTGRESQL ? FaultyProxy.Protocol.POSTGRESQL : FaultyProxy.Protocol.MYSQL;
  }

  /** How nodes on it hear of each other, if nobody says otherwise. */
  abstract Links links();

  /** SQL for the column id as text, with or without dashes. */
  abstract String idText();

  /** Makes a database. */
  interface Maker {
    DatabaseAddress newDatabase();
  }

  /** A server of its own for one run. */
  record Server(ServerKind kind, Maker databases, Runnable kill, Runnable restart, Runnable stop)
      implements AutoCloseable {
    @Override
    public void close() {
      stop.run();
    }
  }
}
