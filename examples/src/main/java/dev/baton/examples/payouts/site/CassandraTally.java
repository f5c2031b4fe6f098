package dev.baton.examples.payouts.site;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.baton.examples.payouts.BankAnswer;
import dev.baton.examples.payouts.CassandraBooks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The counts of a run, from Cassandra's tables. It reads whole tables, because Cassandra doesn't
 * group or join.
 */
record CassandraTally(CassandraBooks books) implements Tally {

  @Override
  public long paid() {
    return keys("SELECT payout_key FROM demo.ledger").size();
  }

  @Override
  public long ledgerRows() {
    return paid();
  }

  /** Returns 0: the primary key of the ledger allows only one row per payout. */
  @Override
  public long paidTwice() {
    return 0;
  }

  @Override
  public long refused() {
    return refusals().size();
  }

  @Override
  public long retried() {
    long busy = 0;
    for (Row row : failures()) {
      busy += BankAnswer.BUSY.name().equals(row.getString("answer")) ? 1 : 0;
    }
    return busy;
  }

  @Override
  public long losses() {
    Map<String, Integer> most = new HashMap<>();
    attempts()
        .forEach(
            row -> most.merge(key(row), row.getInt("losses"), (one, two) -> Math.max(one, two)));
    return most.values().stream().mapToLong(Integer::longValue).sum();
  }

  @Override
  public long lastEndMicros() {
    return attempts().stream().mapToLong(row -> row.getLong("ended_micros")).max().orElse(0);
  }

  /**
   * Returns the times of all payouts. Payouts that were never paid have no partner, because failure
   * rows don't name one.
   */
  @Override
  public List<PayoutTimes> times() {
    Map<String, String> partners = new HashMap<>();
    books
        .execute("SELECT payout_key, partner FROM demo.ledger")
        .forEach(row -> partners.put(key(row), String.valueOf(row.getString("partner"))));
    Map<String, Long> committed = new HashMap<>();
    books
        .execute("SELECT payout_key, committed_micros FROM demo.commit_time")
        .forEach(row -> committed.put(key(row), row.getLong("committed_micros")));
    Map<String, PayoutTimes> times = new HashMap<>();
    for (Row row : attempts()) {
      long start = row.getLong("started_micros");
      long end = row.getLong("ended_micros");
      String key = key(row);
      PayoutTimes one =
          new PayoutTimes(
              partners.getOrDefault(key, ""),
              committed.getOrDefault(key, 0L),
              start,
              end,
              1,
              end - start);
      times.merge(key, one, PayoutTimes::and);
    }
    return List.copyOf(times.values());
  }

  @Override
  public List<UUID> outstanding() {
    Set<String> ended = keys("SELECT payout_key FROM demo.ledger");
    ended.addAll(refusals());
    List<UUID> tasks = new ArrayList<>();
    for (Row row : books.execute("SELECT payout_key, task_id FROM demo.payout")) {
      if (!ended.contains(key(row))) {
        tasks.add(row.getUuid("task_id"));
      }
    }
    return tasks;
  }

  private Set<String> refusals() {
    Set<String> keys = new HashSet<>();
    for (Row row : failures()) {
      if (BankAnswer.REFUSED.name().equals(row.getString("answer"))) {
        keys.add(key(row));
      }
    }
    return keys;
  }

  private ResultSet failures() {
    return books.execute("SELECT * FROM demo.failure");
  }

  private List<Row> attempts() {
    List<Row> all =
        new ArrayList<>(
            books
                .execute("SELECT payout_key, losses, started_micros, ended_micros FROM demo.ledger")
                .all());
    all.addAll(failures().all());
    return all;
  }

  private Set<String> keys(String query) {
    Set<String> keys = new HashSet<>();
    books.execute(query).forEach(row -> keys.add(key(row)));
    return keys;
  }

  private static String key(Row row) {
    return String.valueOf(row.getString("payout_key"));
  }
}
