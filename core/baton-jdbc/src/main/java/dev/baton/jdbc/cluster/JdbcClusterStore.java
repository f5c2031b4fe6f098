package dev.baton.jdbc.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.jdbc.operate.AuditTrail;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.OverrideRow;
import dev.baton.jdbc.sql.ReadableRows;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.NodeWarning;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Survey;
import dev.baton.spi.Switches;
import dev.baton.spi.core.IdOrder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores nodes and pauses in {@code baton_node} and {@code baton_pause}, with times from the
 * database's clock. Each read is one statement by primary key or over a table of a few rows, so
 * frequent reads are cheap. Thread-safe.
 */
public final class JdbcClusterStore implements ClusterStore {
  private static final int BUCKET = 1;
  private static final int TYPE = 2;
  private static final int KEY = 4;

  /** The kind of the row of {@code survey} that isn't a pause. */
  private static final int WORK = 100;

  private final Database database;
  private final Statements statements;
  private final AuditTrail trail;
  private final ReadableRows readablePauses = new ReadableRows("baton_pause");
  private final ReadableRows readableOverrides = new ReadableRows("baton_override");
  private final ReadableRows readableNodes = new ReadableRows("baton_node");

  public JdbcClusterStore(Database database) {
    this.database = database;
    this.statements = database.statements();
    this.trail = new AuditTrail(statements);
  }

  @Override
  public void beat(NodeInfo.Card node) {
    database.statement(
        "Recording the heartbeat of node " + node.name(),
        connection -> {
          try {
            return beat(connection, node);
          } catch (SQLException e) {
            if (!SqlErrors.isDuplicateKey(e)) {
              throw e;
            }
            // On H2, a merge may conflict with another heartbeat of the same new node. The row
            // exists then.
            return beat(connection, node);
          }
        });
  }

  private int beat(Connection connection, NodeInfo.Card node) throws SQLException {
    return statements.update(
        connection,
        "beat",
        b ->
            b.uuid(node.id())
                .words(node.name())
                .text(node.version())
                .small(codeOf(node.role()))
                .number(Binder.microsOf(node.lease()))
                .text(StoredText.ofNames(node.types()))
                .text(StoredText.ofNames(node.buckets()))
                .text(StoredText.ofContext(node.limits()))
                .text(textOf(node.warnings())));
  }

  /** Returns the warnings by kind, each with its time and message. */
  private static @Nullable String textOf(List<NodeWarning> warnings) {
    Map<String, String> texts = new TreeMap<>();
    warnings.forEach(one -> texts.put(one.kind(), one.since() + " " + one.message()));
    return StoredText.ofContext(texts);
  }

  private static List<NodeWarning> warningsOf(@Nullable String text) {
    List<NodeWarning> warnings = new ArrayList<>();
    StoredText.toContext(text)
        .forEach(
            (kind, value) -> {
              int blank = value.indexOf(' ');
              warnings.add(
                  new NodeWarning(
                      kind,
                      value.substring(blank + 1),
                      Instant.parse(value.substring(0, Math.max(0, blank)))));
            });
    return warnings;
  }

  @Override
  public void leave(UUID node) {
    database.statement(
        "Recording that this node has left",
        connection -> statements.update(connection, "leave", b -> b.uuid(node)));
  }

  @Override
  public List<NodeInfo> nodes(Duration within) {
    return database
        .statement(
            "Reading the nodes",
            connection ->
                statements.query(
                    connection,
                    "nodes",
                    b -> b.before(within),
                    rows ->
                        readableNodes.read(
                            rows, ReadableRows.name(statements.id(rows, 1)), this::nodeOf)))
        .stream()
        .flatMap(Optional::stream)
        .sorted(
            Comparator.comparing((NodeInfo node) -> node.card().name())
                .thenComparing(node -> node.card().id(), IdOrder.BY_BYTES))
        .toList();
  }

  @Override
  public int forget(Duration silentFor) {
    return database.statement(
        "Forgetting silent nodes",
        connection -> statements.update(connection, "forget-nodes", b -> b.before(silentFor)));
  }

  @Override
  public boolean pause(Pause pause, String reason, AuditNote note) {
    return trail.noted(
        database,
        "Pausing " + pause,
        note,
        connection -> {
          try {
            return statements.update(connection, "pause", b -> bind(b, pause).words(reason)) == 1;
          } catch (SQLException e) {
            if (SqlErrors.isDuplicateKey(e)) {
              return false;
            }
            throw e;
          }
        });
  }

  @Override
  public boolean resume(Pause pause, AuditNote note) {
    return trail.noted(
        database,
        "Resuming " + pause,
        note,
        connection -> statements.update(connection, "resume", b -> bind(b, pause)) == 1);
  }

  @Override
  public List<Paused> pauses() {
    return database
        .statement(
            "Reading the pauses",
            connection ->
                statements.query(
                    connection,
                    "pauses",
                    b -> {},
                    row -> readablePauses.read(row, pauseName(row), this::pausedOf)))
        .stream()
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(Paused::pause))
        .toList();
  }

  @Override
  public Switches switches() {
    return database.statement(
        "Reading the pauses and overrides",
        connection -> {
          SwitchRows rows = new SwitchRows();
          statements.query(connection, "switches", b -> {}, rows::read);
          return rows.switches();
        });
  }

  @Override
  public Survey survey(Duration ahead) {
    return database.statement(
        "Reading the pauses and overrides, and whether there is work",
        connection -> {
          SwitchRows rows = new SwitchRows();
          statements.kept(connection, "survey", b -> b.in(ahead), rows::read);
          return new Survey(rows.switches(), !rows.hasWork, rows.hasSchedules);
        });
  }

  /** The rows of {@code switches} or {@code survey}, grouped by kind. */
  private final class SwitchRows {
    private final List<Paused> pauses = new ArrayList<>();
    private final List<ActiveOverride> overrides = new ArrayList<>();
    private boolean hasWork;
    private boolean hasSchedules;

    boolean read(ResultSet row) throws SQLException {
      if (OverrideRow.isOne(row)) {
        readableOverrides
            .read(row, OverrideRow.name(row), one -> OverrideRow.read(statements, one))
            .ifPresent(overrides::add);
      } else if (row.getInt(1) == WORK) {
        hasWork |= row.getString(2).equals("work");
        hasSchedules |= row.getString(3).equals("schedules");
      } else {
        readablePauses
            .read(row, pauseName(row), JdbcClusterStore.this::pausedOf)
            .ifPresent(pauses::add);
      }
      return true;
    }

    Switches switches() {
      pauses.sort(Comparator.comparing(Paused::pause));
      overrides.sort(Comparator.comparing(ActiveOverride::target));
      return new Switches(pauses, overrides);
    }
  }

  private static String pauseName(ResultSet row) throws SQLException {
    return ReadableRows.name(row.getInt(1), row.getString(2), row.getString(3), row.getString(4));
  }

  private static Binder bind(Binder binder, Pause pause) throws SQLException {
    int scope =
        (pause.bucket() == null ? 0 : BUCKET)
            + (pause.type() == null ? 0 : TYPE)
            + (pause.key() == null ? 0 : KEY);
    return binder
        .small(scope)
        .text(orEmpty(pause.bucket()))
        .text(orEmpty(pause.type()))
        .text(orEmpty(pause.key()));
  }

  private static String orEmpty(@Nullable String name) {
    return name == null ? "" : name;
  }

  private Paused pausedOf(ResultSet rows) throws SQLException {
    int scope = rows.getInt(1);
    Pause pause =
        new Pause(
            (scope & BUCKET) == 0 ? null : rows.getString(2),
            (scope & TYPE) == 0 ? null : rows.getString(3),
            (scope & KEY) == 0 ? null : rows.getString(4));
    return new Paused(pause, rows.getString(5), statements.time(rows, 6));
  }

  private NodeInfo nodeOf(ResultSet rows) throws SQLException {
    NodeInfo.Card card =
        new NodeInfo.Card(
            statements.id(rows, 1),
            rows.getString(2),
            rows.getString(3),
            roleOf(rows.getInt(4)),
            Duration.of(rows.getLong(11), ChronoUnit.MICROS),
            StoredText.toNames(rows.getString(5)),
            StoredText.toNames(rows.getString(6)),
            new TreeMap<>(StoredText.toContext(rows.getString(10))),
            warningsOf(rows.getString(12)));
    return new NodeInfo(
        card,
        statements.time(rows, 7),
        statements.time(rows, 8),
        database.dialect().readInstant(rows, 9));
  }

  private static int codeOf(NodeRole role) {
    return switch (role) {
      case SERVER -> 0;
      case CLIENT -> 1;
    };
  }

  /**
   * Returns the role with this code. A newer Baton may have added an unknown one; such a node is
   * assumed to claim no tasks.
   */
  private static NodeRole roleOf(int code) {
    return code == 0 ? NodeRole.SERVER : NodeRole.CLIENT;
  }
}
