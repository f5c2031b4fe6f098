package dev.baton.testkit.simulation;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * SQL that is broken on purpose, as it would be by somebody who left a part of a statement out.
 *
 * @param name what is wrong with it
 * @param broken what becomes of each statement
 */
record SqlCanary(String name, UnaryOperator<String> broken) {

  private static SqlCanary without(String name, String start, String part, String instead) {
    return new SqlCanary(
        name, sql -> sql.contains(start) && sql.contains(part) ? sql.replace(part, instead) : sql);
  }

  /** For PostgreSQL, whose verbs are one statement each. */
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
            "t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner",
            "t.status = q.status"),
        without(
            "renewal without a fence",
            "UPDATE baton_task t SET next_event_at = ",
            "AND t.version = q.version AND t.owner = q.owner",
            "AND t.status = 3"));
  }

  /** For the others, whose verbs lock first. */
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
                sql.contains("FROM baton_task t WHERE t.id IN (") && sql.contains("FOR UPDATE")
                    ? sql.replace("FOR UPDATE SKIP LOCKED", "").replace("FOR UPDATE", "")
                    : sql));
  }
}
