package dev.baton.tck.simulation;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A way to break SQL on purpose by leaving out a part of a statement; or to call a store wrongly,
 * or to ignore its result.
 *
 * @param name what is wrong
 * @param broken changes each statement
 * @param sabotage breaks the calls between the engine and its store
 */
record SqlCanary(String name, UnaryOperator<String> broken, Sabotage sabotage) {
  private static final Set<String> UNRENEWED =
      Set.of("no heartbeat", "leases of ended handlers not renewed");
  private static final List<String> ON_ALL =
      List.of(
          "completion without a fence",
          "claim that ignores version and status",
          "start after the lease",
          "no heartbeat",
          "leases of ended handlers not renewed",
          "a look at the bucket long before the start");

  SqlCanary(String name, UnaryOperator<String> broken) {
    this(name, broken, Sabotage.NONE);
  }

  /**
   * Returns whether the seed may show it: a lease that isn't renewed is lost only where writes are
   * slow.
   */
  boolean mayShow(long seed) {
    return UNRENEWED.contains(name) == Experiment.isSlowAndMild(seed);
  }

  /**
   * Returns the canaries for H2, of stores and of statements that lock and write. On other
   * databases the search for them takes long.
   */
  static List<SqlCanary> ofH2() {
    return Stream.concat(
            Stream.of(
                new SqlCanary("due without a lock and a fence", SqlCanary::dueAnyhow),
                without(
                    "attempts that outlive their task",
                    "DELETE FROM baton_attempt",
                    " task_id IN (",
                    " 1 = 0 AND task_id IN (")),
            ofStores())
        .toList();
  }

  /** Returns the canaries that are also caught in memory. */
  private static Stream<SqlCanary> ofStores() {
    return Stream.of(FenceCanaries.all(), StoreCanaries.all(), StartCanaries.all())
        .flatMap(List::stream)
        .filter(canary -> ON_ALL.contains(canary.name()))
        .map(canary -> new SqlCanary(canary.name(), UnaryOperator.identity(), canary.sabotage()));
  }

  private static SqlCanary without(String name, String start, String part, String instead) {
    return new SqlCanary(
        name, sql -> sql.contains(start) && sql.contains(part) ? sql.replace(part, instead) : sql);
  }

  /** Returns the canaries for PostgreSQL, which needs one statement per store method. */
  static List<SqlCanary> ofPostgresql() {
    return List.of(
        new SqlCanary(
            "claim without a fence",
            sql ->
                sql.replace(
                        " AND b.version = q.version AND b.status = q.status AND b.owner IS NULL",
                        "")
                    .replace(
                        " AND b.version = ? AND b.status + 0 = ? AND b.owner IS NULL",
                        " AND (b.version = ? OR true) AND (b.status + 0 = ? OR true)")),
        new SqlCanary(
            "claim without a lock",
            sql ->
                sql.contains("attempts = t.attempts + 1")
                    ? sql.replace("FOR NO KEY UPDATE SKIP LOCKED", "")
                    : sql),
        without(
            "due without a lock", "WITH ripe AS MATERIALIZED", "FOR NO KEY UPDATE SKIP LOCKED", ""),
        without(
            "transition without a fence",
            "AS q(id, version, status, owner, time_is_up",
            "t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM"
                + " q.owner",
            "t.status = q.status"),
        without(
            "renewal without a fence",
            "UPDATE baton_task t SET next_event_at = ",
            "AND t.version = q.version AND t.owner = q.owner",
            "AND t.status = 3"),
        without(
            "attempts that outlive their task",
            "WITH gone AS",
            "DELETE FROM baton_attempt a USING gone WHERE",
            "DELETE FROM baton_attempt a USING gone WHERE false AND"),
        without(
            "keys that outlive their task",
            "WITH gone AS",
            "AND (k.hold_micros = 0 OR",
            "AND k.kind = 0 AND (k.hold_micros = 0 OR"));
  }

  /** Returns the canaries for the other databases, whose store methods lock first. */
  static List<SqlCanary> ofLockingVerbs() {
    return List.of(
        new SqlCanary(
            "transition without a lock",
            sql ->
                sql.startsWith("SELECT t.id, t.version, t.status, t.owner, CASE WHEN")
                    ? sql.replace("FOR UPDATE SKIP LOCKED", "").replace("FOR UPDATE", "")
                    : sql),
        new SqlCanary(
            "claim without a lock",
            sql ->
                sql.matches("(?s).*FROM baton_task t [^?]*WHERE t.id IN \\(.*FOR UPDATE.*")
                    ? sql.replace("FOR UPDATE SKIP LOCKED", "").replace("FOR UPDATE", "")
                    : sql));
  }

  private static String dueAnyhow(String sql) {
    return sql.startsWith("UPDATE baton_task SET status = 2, version = version + 1")
        ? sql.replace("AND version = ? AND status = 1", "AND (version = ? OR 1 = 1)")
        : sql.contains("t.status = 1 AND t.next_event_at >=")
            ? sql.replace("FOR UPDATE SKIP LOCKED", "")
            : sql;
  }
}
