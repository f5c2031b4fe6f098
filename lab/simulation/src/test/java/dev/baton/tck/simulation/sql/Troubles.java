package dev.baton.tck.simulation.sql;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The number of times each fault occurred. Thread-safe. */
public final class Troubles {
  private final Map<Trouble, Integer> counts = new EnumMap<>(Trouble.class);

  Troubles() {
    for (Trouble each : Trouble.values()) {
      counts.put(each, 0);
    }
  }

  synchronized void met(Trouble trouble) {
    counts.merge(trouble, 1, Integer::sum);
  }

  /** Counts a failure that the database itself raised. */
  void failed(Server server, SQLException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    SQLException deadlock = server.deadlock();
    if (message.contains(Refused.CONSTRAINT)) {
      met(Trouble.OUTCOME_REFUSED);
    } else if (Objects.equals(e.getSQLState(), deadlock.getSQLState())
        && e.getErrorCode() == deadlock.getErrorCode()) {
      met(Trouble.DEADLOCK);
    }
  }

  /** Returns all counts, including zeros. */
  public synchronized Map<Trouble, Integer> counts() {
    return new EnumMap<>(counts);
  }
}
