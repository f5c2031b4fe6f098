package dev.baton.move;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The table {@code baton_moved}: the rows that were taken over, and the phase of the move. Each
 * batch locks its row without an old id, so that only one batch of an engine's move runs at a time,
 * even with several processes.
 */
final class Ledger {
  private final SqlFile sql = new SqlFile("ledger", Map.of());
  private final String source;

  Ledger(String source) {
    this.source = source;
  }

  /** The phase of the move. */
  enum Phase {
    GOING,
    STOPPED,
    UNDOING,
    FINISHED
  }

  /** Returns a statement on Baton's own tables. */
  String text(Session session, String verb, int items) {
    return sql.text(verb, session.database(), items);
  }

  private String text(Session session, String verb) {
    return sql.text(verb, session.database());
  }

  /** Creates the table, if it is missing. */
  void create(Session session) throws SQLException {
    if (!exists(session)) {
      try (var statement = session.connection().createStatement()) {
        statement.execute(text(session, "create"));
      }
    }
  }

  boolean exists(Session session) throws SQLException {
    return session.dialect().schema(session.connection()).containsKey("baton_moved");
  }

  /** Locks the move and returns its phase; waits for a running batch. */
  Phase lock(Session session) throws SQLException {
    List<Phase> found = phases(session, "lock-phase");
    if (found.isEmpty()) {
      session.update(text(session, "begin"), p -> p.text(source));
      found = phases(session, "lock-phase");
    }
    return found.get(0);
  }

  Phase phase(Session session) throws SQLException {
    List<Phase> found = phases(session, "phase");
    return found.isEmpty() ? Phase.STOPPED : found.get(0);
  }

  private List<Phase> phases(Session session, String verb) throws SQLException {
    return session.query(
        text(session, verb), p -> p.text(source), row -> Phase.valueOf(row.getString(1)));
  }

  void set(Session session, Phase phase) throws SQLException {
    session.update(text(session, "set-phase"), p -> p.text(phase.name()).text(source));
  }

  void add(Session session, List<Moved> rows) throws SQLException {
    session.each(
        text(session, "add"),
        rows,
        (p, row) ->
            p.text(source)
                .text(row.oldKey())
                .uuid(row.task())
                .text(row.schedule())
                .number(row.attempts())
                .number(row.outcome())
                .text(row.was()));
  }

  List<Moved> page(Session session, String after, int limit) throws SQLException {
    return session.query(
        text(session, "page"),
        p -> p.text(source).text(after).number(limit),
        row ->
            new Moved(
                row.getString(1),
                session.dialect().readUuid(row, 2),
                row.getString(3),
                row.getInt(4),
                row.getInt(5),
                Objects.requireNonNull(row.getString(6))));
  }

  void remove(Session session, List<String> oldKeys) throws SQLException {
    if (!oldKeys.isEmpty()) {
      session.update(text(session, "remove", oldKeys.size()), p -> p.text(source).texts(oldKeys));
    }
  }

  long count(Session session) throws SQLException {
    return session.query(text(session, "count"), p -> p.text(source), row -> row.getLong(1)).get(0);
  }

  void forget(Session session) throws SQLException {
    session.update(text(session, "forget"), p -> p.text(source));
  }
}
