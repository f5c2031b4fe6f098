package dev.baton.cassandra.task;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.cassandra.cql.Cql;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stores for each unique key the registration that has it. Each change is a separate
 * compare-and-set. If it gets no response, a serial read shows the result, because a token is used
 * for one registration only. Thread-safe.
 */
final class KeyTable {
  private static final String FIND =
      "SELECT task, registration FROM %s.baton_key WHERE type = ? AND key = ?";
  private static final String REGISTER =
      "INSERT INTO %s.baton_key (type, key, task, registration) VALUES (?, ?, ?, ?) IF NOT EXISTS";
  private static final String REPLACE =
      "UPDATE %s.baton_key SET task = ?, registration = ? WHERE type = ? AND key = ? IF"
          + " registration = ?";
  private static final String FREE =
      "DELETE FROM %s.baton_key WHERE type = ? AND key = ? IF registration = ?";

  private final Cql cql;
  private final PreparedStatement find;
  private final PreparedStatement register;
  private final PreparedStatement replace;
  private final PreparedStatement free;

  KeyTable(Cql cql) {
    this.cql = cql;
    find = cql.prepare(FIND);
    register = cql.prepare(REGISTER);
    replace = cql.prepare(REPLACE);
    free = cql.prepare(FREE);
  }

  /** A unique text within a task type. */
  record Name(String type, String text) {}

  /** A task that requests or has keys, through one attempt to add it. */
  record Registration(UUID task, UUID token) {}

  /** Registers the key if it is free; returns the registration that then has it. */
  CompletionStage<Registration> register(Name name, Registration wanted) {
    return judged(
        register.bind(name.type(), name.text(), wanted.task(), wanted.token()), name, wanted);
  }

  /**
   * Transfers the key if the old registration still has it; returns the registration that then has
   * it.
   */
  CompletionStage<Registration> replace(Name name, Registration old, Registration wanted) {
    return judged(
        replace.bind(wanted.task(), wanted.token(), name.type(), name.text(), old.token()),
        name,
        wanted);
  }

  /** Frees the key if this registration has it. */
  CompletionStage<Boolean> free(Name name, UUID token) {
    return cql.compareAndSet(free.bind(name.type(), name.text(), token));
  }

  /**
   * Returns the registration that has the key, whatever the response to the change was. Registers
   * the key if it is free.
   */
  private CompletionStage<Registration> judged(
      BoundStatement change, Name name, Registration wanted) {
    return cql.compareAndSet(change)
        .exceptionally(KeyTable::unknown)
        .thenCompose(
            applied -> applied ? CompletableFuture.completedStage(Optional.of(wanted)) : find(name))
        .thenCompose(
            holder ->
                holder.isPresent()
                    ? CompletableFuture.completedStage(holder.get())
                    : register(name, wanted));
  }

  /**
   * Throws if the change can't be written at all. Otherwise returns false, because the result is
   * unknown and a serial read shows it.
   */
  private static boolean unknown(Throwable failure) {
    if (failure.getCause() instanceof RequestRefusedException refused) {
      throw refused;
    }
    return false;
  }

  private CompletionStage<Optional<Registration>> find(Name name) {
    return cql.readSerially(find.bind(name.type(), name.text()))
        .thenApply(rows -> rows.stream().findFirst().map(KeyTable::registration));
  }

  private static Registration registration(Row row) {
    return new Registration(uuid(row, "task"), uuid(row, "registration"));
  }

  private static UUID uuid(Row row, String column) {
    return Objects.requireNonNull(row.getUuid(column));
  }
}
