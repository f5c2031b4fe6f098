package dev.baton.chaos.process;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalMySql;
import dev.baton.local.LocalPostgres;
import dev.baton.local.proxy.FaultyProxy;
import java.util.List;
import java.util.Map;

/** The databases that the faults affect. */
public enum ServerKind {
  POSTGRESQL {
    @Override
    public Server start() {
      LocalPostgres server = LocalPostgres.temporary(Map.of());
      return new Server(this, server::newDatabase, server::kill, server::restart, server::stop);
    }

    @Override
    public Links links() {
      return Links.of(Links.Hints.NOTIFY, Links.Leaders.DATABASE);
    }

    @Override
    public String idText() {
      return "CAST(id AS CHAR(36))";
    }

    @Override
    List<String> slowEnds(String subType, int millis, int firstMillis) {
      return List.of(
          "CREATE OR REPLACE FUNCTION chaos_sleep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " IF OLD.sub_type = '"
              + subType
              + "' THEN PERFORM pg_sleep("
              + millis / 1_000.0
              + "); ELSIF OLD.sub_type = '"
              + subType
              + FIRST
              + "' THEN PERFORM pg_sleep("
              + firstMillis / 1_000.0
              + "); END IF; RETURN OLD; END $$",
          "CREATE TRIGGER chaos_slow BEFORE DELETE ON baton_task FOR EACH ROW"
              + " EXECUTE FUNCTION chaos_sleep()");
    }

    @Override
    String quickEnds() {
      return "DROP TRIGGER IF EXISTS chaos_slow ON baton_task";
    }
  },
  MARIADB {
    @Override
    public Server start() {
      LocalMariaDb server = LocalMariaDb.anotherTemporary();
      return new Server(this, server::newDatabase, server::kill, server::restart, server::stop);
    }

    @Override
    public Links links() {
      return Links.of(Links.Hints.KAFKA, Links.Leaders.ZOOKEEPER);
    }

    @Override
    public String idText() {
      return "LOWER(HEX(id))";
    }

    @Override
    List<String> slowEnds(String subType, int millis, int firstMillis) {
      return List.of(
          "CREATE TRIGGER chaos_slow BEFORE DELETE ON baton_task FOR EACH ROW"
              + " BEGIN IF OLD.sub_type = '"
              + subType
              + "' THEN DO SLEEP("
              + millis / 1_000.0
              + "); ELSEIF OLD.sub_type = '"
              + subType
              + FIRST
              + "' THEN DO SLEEP("
              + firstMillis / 1_000.0
              + "); END IF; END");
    }

    @Override
    String quickEnds() {
      return "DROP TRIGGER IF EXISTS chaos_slow";
    }
  },
  /** MySQL 8.0. Skips the test where no such server can run. */
  MYSQL {
    @Override
    public Server start() {
      LocalMySql server = LocalMySql.anotherTemporary();
      return new Server(this, server::newDatabase, server::kill, server::restart, server::stop);
    }

    @Override
    public Links links() {
      return Links.of(Links.Hints.NONE, Links.Leaders.DATABASE);
    }

    @Override
    public String idText() {
      return MARIADB.idText();
    }

    @Override
    List<String> slowEnds(String subType, int millis, int firstMillis) {
      return MARIADB.slowEnds(subType, millis, firstMillis);
    }

    @Override
    String quickEnds() {
      return MARIADB.quickEnds();
    }
  };

  public abstract Server start();

  FaultyProxy.Protocol protocol() {
    return this == POSTGRESQL ? FaultyProxy.Protocol.POSTGRESQL : FaultyProxy.Protocol.MYSQL;
  }

  /** Returns the default way in which nodes on this server exchange hints. */
  public abstract Links links();

  /** Returns the SQL for the column id as text, with or without dashes. */
  public abstract String idText();

  /** Suffix of the sub-type of a task whose end takes longer. */
  public static final String FIRST = "-first";

  /**
   * Returns statements that make each end of a task of this sub-type take {@code millis}
   * milliseconds, and {@code firstMillis} for the sub-type with the suffix {@link #FIRST}.
   */
  abstract List<String> slowEnds(String subType, int millis, int firstMillis);

  /** Returns the statement that removes this delay. */
  abstract String quickEnds();

  /** Creates a database. */
  interface Maker {
    DatabaseAddress newDatabase();
  }

  /** A separate server for one run. */
  public record Server(
      ServerKind kind, Maker databases, Runnable kill, Runnable restart, Runnable stop)
      implements AutoCloseable {
    @Override
    public void close() {
      stop.run();
    }
  }
}
