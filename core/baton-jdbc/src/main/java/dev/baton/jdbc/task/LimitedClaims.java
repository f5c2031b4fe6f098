package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.PermitCount;
import dev.baton.task.rule.PermitCount.PermitUse;
import dev.baton.task.rule.PermitCount.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Claims tasks that need permits of cluster limits. One transaction locks the rows of the limits,
 * counts the permits in use, claims the tasks that fit, and writes the permits that these tasks
 * take.
 */
final class LimitedClaims {
  private static final Duration KEPT_AT_LEAST = Duration.ofHours(1);
  private static final Comparator<ClaimRequest> BY_ID =
      Comparator.comparing(ClaimRequest::id, IdOrder.BY_BYTES);

  private final Statements statements;
  private final SqlStrategy.Claims claims;

  /** SQLSTATE for a failure whose cause is a state of the database and not the statement. */
  private static final String NOT_IN_STATE = "55000";

  /** Maximum number of times that one claim tries to add missing limits. */
  private static final int MAX_ADDS = 5;

  /** A permit that no running task uses any more. */
  private record Stale(String limit, UUID task, UUID owner) {}

  LimitedClaims(Statements statements, SqlStrategy.Claims claims) {
    this.statements = statements;
    this.claims = claims;
  }

  LimitedClaim claim(
      Connection connection, UUID owner, Duration lease, List<LimitedRequest> requests)
      throws SQLException {
    TreeSet<String> names = new TreeSet<>();
    requests.forEach(request -> request.permits().forEach(permit -> names.add(permit.name())));
    List<String> limits = List.copyOf(names);
    Map<String, PermitUse> standings = standings(connection, limits);
    Instant now = statements.now(connection);

    PermitCount expected = new PermitCount(now, standings);
    Map<UUID, ClaimRequest> fitting = new LinkedHashMap<>();
    Map<UUID, Refusal> refused = new LinkedHashMap<>();
    for (LimitedRequest request : requests) {
      UUID id = request.request().id();
      Optional<Refusal> refusal = expected.take(request.permits());
      refusal.ifPresentOrElse(
          full -> refused.put(id, full), () -> fitting.put(id, request.request()));
    }
    if (fitting.isEmpty()) {
      return new LimitedClaim(List.of(), refused);
    }
    Map<UUID, Task> claimed = new HashMap<>();
    List<ClaimRequest> sorted = fitting.values().stream().sorted(BY_ID).toList();
    claims.claim(connection, owner, lease, sorted).forEach(task -> claimed.put(task.id(), task));
    List<LimitedRequest> won =
        requests.stream().filter(request -> claimed.containsKey(request.request().id())).toList();
    write(connection, owner, won, new PermitCount(now, standings));
    return new LimitedClaim(
        won.stream().map(request -> claimed.get(request.request().id())).toList(), refused);
  }

  /**
   * Returns the states of the limits. If the database refuses a limit, for example because of its
   * name, the error must not count as a fault of the tasks.
   */
  private Map<String, PermitUse> standings(Connection connection, List<String> limits)
      throws SQLException {
    try {
      return standings(connection, limits, lock(connection, limits));
    } catch (SQLException e) {
      if (SqlErrors.meaning(e) != SqlErrors.Meaning.REFUSED) {
        throw e;
      }
      String message = "The limits " + limits + " can't be stored: the database refuses them";
      throw new SQLException(message + " (" + e.getSQLState() + ")", NOT_IN_STATE, e);
    }
  }

  /** Locks the rows of the limits in this transaction, and adds the missing rows. */
  private Map<String, Optional<Instant>> lock(Connection connection, List<String> limits)
      throws SQLException {
    for (int i = 0; i < MAX_ADDS; i++) {
      Map<String, Optional<Instant>> locked = new TreeMap<>();
      statements
          .byTexts(
              connection,
              "lock-limits",
              limits,
              row ->
                  Map.entry(
                      row.getString(1),
                      Optional.ofNullable(statements.dialect().readInstant(row, 2))))
          .forEach(entry -> locked.put(entry.getKey(), entry.getValue()));
      List<String> missing = limits.stream().filter(name -> !locked.containsKey(name)).toList();
      if (missing.isEmpty()) {
        return locked;
      }
      for (String name : missing) {
        add(connection, name);
      }
    }
    // Either the pruner of another node has removed them each time, or the database stores them
    // under other names.
    throw new SQLException(
        "The limits " + limits + " aren't stored under these names", NOT_IN_STATE);
  }

  /** Adds the row of a limit if it is missing. H2 reports an existing row as an error. */
  private void add(Connection connection, String name) throws SQLException {
    try {
      statements.update(connection, "add-limit", b -> b.text(name).in(KEPT_AT_LEAST));
    } catch (SQLException e) {
      if (!SqlErrors.isDuplicateKey(e)) {
        throw e;
      }
    }
  }

  private Map<String, PermitUse> standings(
      Connection connection, List<String> limits, Map<String, Optional<Instant>> locked)
      throws SQLException {
    Map<String, Integer> held = new HashMap<>();
    TreeSet<String> withStale = new TreeSet<>();
    statements.byTexts(
        connection,
        "count-permits",
        limits,
        row -> {
          held.put(row.getString(1), row.getInt(3));
          return row.getInt(2) > row.getInt(3) && withStale.add(row.getString(1));
        });
    if (!withStale.isEmpty()) {
      statements.updateTexts(connection, "drop-permits", List.copyOf(withStale));
    }
    Map<String, PermitUse> standings = new HashMap<>();
    locked.forEach(
        (name, paidUntil) ->
            standings.put(name, new PermitUse(held.getOrDefault(name, 0), paidUntil.orElse(null))));
    return standings;
  }

  /** Writes the permits of the claimed tasks. A task that could not be claimed takes no permit. */
  private void write(Connection connection, UUID owner, List<LimitedRequest> won, PermitCount count)
      throws SQLException {
    List<Stale> slots = new ArrayList<>();
    TreeSet<String> rates = new TreeSet<>();
    for (LimitedRequest request : won) {
      count.take(request.permits());
      TreeSet<String> own = new TreeSet<>();
      for (Permit permit : request.permits()) {
        if (permit instanceof Permit.Rate) {
          rates.add(permit.name());
        } else if (own.add(permit.name())) {
          slots.add(new Stale(permit.name(), request.request().id(), owner));
        }
      }
    }
    statements.each(
        connection,
        "take-permit",
        slots,
        (b, slot) -> b.text(slot.limit()).uuid(slot.task()).uuid(slot.owner()));
    statements.each(
        connection,
        "pay-limit",
        List.copyOf(rates),
        (b, name) -> b.time(count.paidUntil().getOrDefault(name, Instant.EPOCH)).text(name));
  }

  /**
   * Removes permits that no running task uses, and limits that no task uses, with one statement for
   * each.
   */
  void prune(Connection connection, int limit) throws SQLException {
    List<Stale> stale =
        statements.query(
            connection,
            "stale-permits",
            b -> b.small(limit),
            row -> new Stale(row.getString(1), statements.id(row, 2), statements.id(row, 3)));
    for (Stale slot : stale) {
      statements.update(
          connection,
          "drop-permit",
          b -> b.text(slot.limit()).uuid(slot.task()).uuid(slot.owner()));
    }
    List<String> idle =
        statements.query(connection, "idle-limits", b -> b.small(limit), row -> row.getString(1));
    for (String name : idle) {
      statements.update(connection, "forget-limit", b -> b.text(name));
    }
  }
}
