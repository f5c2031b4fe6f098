package dev.baton.jdbc.operate;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.ReadableRows;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.spi.incident.Incident;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.incident.IncidentTopic;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores incidents in {@code baton_incident}, with times from the database's clock. Each operation
 * is one statement on a table of a few rows. Thread-safe.
 */
public final class JdbcIncidentStore implements IncidentStore {
  private final Database database;
  private final Statements statements;
  private final ReadableRows readable = new ReadableRows("baton_incident");

  public JdbcIncidentStore(Database database) {
    this.database = database;
    this.statements = database.statements();
  }

  /** Returns the time, truncated to microseconds, because H2's clock is finer than its columns. */
  @Override
  public Instant now() {
    return database.statement("Reading the clock", statements::now).truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public List<Incident> incidents() {
    return database.statement(
        "Reading the incidents",
        connection ->
            statements
                .query(
                    connection,
                    "incidents",
                    b -> {},
                    rows ->
                        readable.read(
                            rows,
                            ReadableRows.name(rows.getInt(2), rows.getString(3)),
                            this::incident))
                .stream()
                .flatMap(Optional::stream)
                .toList());
  }

  @Override
  public boolean open(Incident incident) {
    return database.statement(
            "Opening the incident of " + incident.topic().name(),
            connection -> {
              try {
                return statements.update(
                    connection,
                    "open-incident",
                    b -> topic(standing(b, incident), incident).uuid(incident.id()));
              } catch (SQLException e) {
                if (SqlErrors.isDuplicateKey(e)) {
                  return 0;
                }
                throw e;
              }
            })
        == 1;
  }

  @Override
  public boolean change(Incident incident) {
    return database.statement(
            "Changing the incident of " + incident.topic().name(),
            connection ->
                statements.update(
                    connection,
                    "change-incident",
                    b ->
                        topic(standing(b, incident), incident)
                            .uuid(incident.id())
                            .number(incident.version())))
        == 1;
  }

  @Override
  public boolean remove(Incident incident) {
    return database.statement(
            "Removing the incident of " + incident.topic().name(),
            connection ->
                statements.update(
                    connection,
                    "remove-incident",
                    b -> topic(b, incident).uuid(incident.id()).number(incident.version())))
        == 1;
  }

  private static Binder standing(Binder binder, Incident incident) throws SQLException {
    return binder
        .small(incident.latest().number())
        .small(codeOf(incident.latest().reason()))
        .number(incident.latest().tasks())
        .time(incident.openedAt())
        .time(incident.latest().at())
        .time(incident.calmSince())
        .small(incident.returns())
        .text(textOf(incident.heard()));
  }

  private static Binder topic(Binder binder, Incident incident) throws SQLException {
    return binder.small(codeOf(incident.topic().kind())).text(incident.topic().name());
  }

  private Incident incident(ResultSet rows) throws SQLException {
    return new Incident(
        statements.id(rows, 1),
        new IncidentTopic(kindOf(rows.getInt(2)), rows.getString(3)),
        rows.getLong(4),
        new Incident.Notice(
            rows.getInt(5), reasonOf(rows.getInt(6)), rows.getLong(7), statements.time(rows, 9)),
        statements.time(rows, 8),
        database.dialect().readInstant(rows, 10),
        rows.getInt(11),
        heardOf(rows.getString(12)));
  }

  private static @Nullable String textOf(Map<String, Integer> heard) {
    Map<String, String> texts = new TreeMap<>();
    heard.forEach((sink, notice) -> texts.put(sink, Integer.toString(notice)));
    return StoredText.ofContext(texts);
  }

  private static SortedMap<String, Integer> heardOf(@Nullable String text) {
    SortedMap<String, Integer> heard = new TreeMap<>();
    StoredText.toContext(text).forEach((sink, notice) -> heard.put(sink, Integer.parseInt(notice)));
    return heard;
  }

  private static int codeOf(IncidentKind kind) {
    return switch (kind) {
      case ERROR -> 0;
      case STUCK -> 1;
      case QUEUED -> 2;
      case FAILING -> 3;
      case FAILED -> 4;
      case SCHEDULE -> 5;
      case SILENT_NODE -> 6;
      case NO_SERVER -> 7;
      case DATABASE -> 8;
    };
  }

  private static IncidentKind kindOf(int code) throws SQLException {
    return switch (code) {
      case 0 -> IncidentKind.ERROR;
      case 1 -> IncidentKind.STUCK;
      case 2 -> IncidentKind.QUEUED;
      case 3 -> IncidentKind.FAILING;
      case 4 -> IncidentKind.FAILED;
      case 5 -> IncidentKind.SCHEDULE;
      case 6 -> IncidentKind.SILENT_NODE;
      case 7 -> IncidentKind.NO_SERVER;
      case 8 -> IncidentKind.DATABASE;
      default ->
          throw new SQLException("An incident has kind " + code + ", which a newer Baton wrote");
    };
  }

  private static int codeOf(Reason reason) {
    return switch (reason) {
      case OPENED -> 0;
      case GREW -> 1;
      case REMINDER -> 2;
      case REOPENED -> 3;
      case RESOLVED -> 4;
    };
  }

  private static Reason reasonOf(int code) throws SQLException {
    return switch (code) {
      case 0 -> Reason.OPENED;
      case 1 -> Reason.GREW;
      case 2 -> Reason.REMINDER;
      case 3 -> Reason.REOPENED;
      case 4 -> Reason.RESOLVED;
      default ->
          throw new SQLException("A notice has reason " + code + ", which a newer Baton wrote");
    };
  }
}
