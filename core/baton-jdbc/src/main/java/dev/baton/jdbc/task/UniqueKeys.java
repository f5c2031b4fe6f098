package dev.baton.jdbc.task;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.task.rule.NewTask;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Inserts the keys of new tasks, in the caller's transaction. The primary key of {@code baton_key}
 * decides between concurrent adds. So the add first inserts a key, and reads it only if the insert
 * is refused. Thread-safe.
 *
 * <p>At read committed, it reads the task that has a key on the caller's connection. At higher
 * isolation levels, the caller's snapshot may not contain that task. It is then read on a separate
 * connection of the store. The pool needs one more connection for this case, which occurs only if
 * keys conflict. At serializable, H2 refuses a key that is in the snapshot, even if it has been
 * freed since. The result is then as if the key had not been freed.
 */
final class UniqueKeys {
  /**
   * Maximum number of tries. A key that is freed each time between the insert and the read would
   * otherwise cause an endless loop.
   */
  private static final int MAX_TRIES = 20;

  private final Database database;
  private final Statements statements;
  private final SqlStrategy.Adds adds;

  UniqueKeys(Database database, Statements statements, SqlStrategy.Adds adds) {
    this.database = database;
    this.statements = statements;
    this.adds = adds;
  }

  /** Adds a single task with a single key with one statement, if the key is free. */
  boolean insertNamed(Connection connection, List<NewTask> tasks) throws SQLException {
    NewTask first = tasks.get(0);
    if (tasks.size() > 1 || first.keys().size() != 1 || first.waits() != null) {
      return false;
    }
    return adds.named(connection, first, KeyRow.of(first).get(0));
  }

  /**
   * Takes all keys of each task, or none of them.
   *
   * @return for each refused task, its index in the list and the id of a task that has one of its
   *     keys
   */
  Map<Integer, UUID> take(Connection connection, int isolation, List<NewTask> tasks)
      throws SQLException {
    List<Wish> open = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).spec().keyed()) {
        open.add(new Wish(i, tasks.get(i).id(), KeyRow.of(tasks.get(i))));
      }
    }
    Map<Integer, UUID> refused = new HashMap<>();
    Map<KeyRow, UUID> holders = new HashMap<>();
    while (!open.isEmpty()) {
      List<Wish> round = new ArrayList<>();
      List<Wish> later = new ArrayList<>();
      Set<KeyRow> wanted = new HashSet<>();
      for (Wish task : open) {
        List<KeyRow> keys = task.keys();
        UUID holder = firstHolder(keys, holders);
        if (holder != null) {
          refused.put(task.place(), holder);
        } else if (keys.stream().anyMatch(wanted::contains)) {
          // An earlier task of the batch wants the same key. Decide this task after the earlier
          // task.
          later.add(task);
        } else {
          round.add(task);
        }
        wanted.addAll(keys);
      }
      decide(connection, isolation, round, holders, refused);
      open = later;
    }
    return refused;
  }

  private void decide(
      Connection connection,
      int isolation,
      List<Wish> round,
      Map<KeyRow, UUID> holders,
      Map<Integer, UUID> refused)
      throws SQLException {
    List<KeyRow> keys = new ArrayList<>();
    round.forEach(task -> keys.addAll(task.keys()));
    if (keys.isEmpty()) {
      return;
    }
    keys.sort(KeyRow.ORDER);
    Map<KeyRow, UUID> taken = takeKeys(connection, isolation, keys);
    List<KeyRow> inVain = new ArrayList<>();
    for (Wish task : round) {
      List<KeyRow> own = task.keys();
      UUID holder = firstHolder(own, taken);
      if (holder == null) {
        own.forEach(key -> holders.put(key, task.task()));
        continue;
      }
      refused.put(task.place(), holder);
      for (KeyRow key : own) {
        UUID other = taken.get(key);
        if (other == null) {
          inVain.add(key);
        } else {
          holders.put(key, other);
        }
      }
    }
    // Remove the keys that a refused task has got.
    statements.updateKeys(connection, "remove-keys", inVain);
  }

  private static @Nullable UUID firstHolder(List<KeyRow> keys, Map<KeyRow, UUID> holders) {
    for (KeyRow key : keys) {
      UUID holder = holders.get(key);
      if (holder != null) {
        return holder;
      }
    }
    return null;
  }

  /** Takes the keys that are free. Returns the tasks that have the other keys. */
  private Map<KeyRow, UUID> takeKeys(Connection connection, int isolation, List<KeyRow> keys)
      throws SQLException {
    Set<KeyRow> inserted = insert(connection, isolation, keys);
    Map<KeyRow, UUID> taken = new HashMap<>();
    List<KeyRow> others = keys.stream().filter(key -> !inserted.contains(key)).toList();
    if (others.size() > 1 && isolation <= Connection.TRANSACTION_READ_COMMITTED) {
      // Most of these keys belong to a task, and one query finds all these tasks.
      taken.putAll(holders(connection, others));
    }
    for (KeyRow key : others) {
      if (!taken.containsKey(key)) {
        resolve(connection, isolation, key, taken);
      }
    }
    return taken;
  }

  private Set<KeyRow> insert(Connection connection, int isolation, List<KeyRow> keys)
      throws SQLException {
    if (!database.dialect().takenKeyPoisons(isolation)) {
      return adds.keys(connection, isolation, keys);
    }
    Savepoint savepoint = connection.setSavepoint();
    try {
      Set<KeyRow> inserted = adds.keys(connection, isolation, keys);
      connection.releaseSavepoint(savepoint);
      return inserted;
    } catch (SQLException e) {
      undo(connection, savepoint, e);
    }
    Set<KeyRow> inserted = new HashSet<>();
    if (keys.size() > 1) {
      for (KeyRow key : keys) {
        inserted.addAll(insert(connection, isolation, List.of(key)));
      }
    }
    return inserted;
  }

  /**
   * After a refusal, rolls back to the savepoint, so that the caller's transaction can still be
   * used. Throws other errors.
   */
  private void undo(Connection connection, Savepoint savepoint, SQLException e)
      throws SQLException {
    if (SqlErrors.isLockTimeout(e) || (!SqlErrors.isConflict(e) && !SqlErrors.isDuplicateKey(e))) {
      throw e;
    }
    try {
      connection.rollback(savepoint);
      connection.releaseSavepoint(savepoint);
    } catch (SQLException lost) {
      e.addSuppressed(lost);
      throw e;
    }
  }

  /**
   * Finds the task that has the key. If the key has expired or was freed in the meantime, takes it.
   */
  private void resolve(Connection connection, int isolation, KeyRow key, Map<KeyRow, UUID> taken)
      throws SQLException {
    boolean snapshot = isolation > Connection.TRANSACTION_READ_COMMITTED;
    for (int i = 0; i < MAX_TRIES; i++) {
      List<KeyHolder> found = find(connection, snapshot ? "find-key-now" : "find-key", key);
      if (found.isEmpty() && snapshot) {
        found =
            database.statement(
                "Finding the task that has a key", own -> find(own, "find-key", key));
      }
      if (!found.isEmpty() && !found.get(0).expired()) {
        taken.put(key, found.get(0).task());
        return;
      }
      boolean mine =
          found.isEmpty()
              ? insert(connection, isolation, List.of(key)).contains(key)
              : takeOver(connection, isolation, key);
      if (mine) {
        return;
      }
    }
    throw new StoreUnavailableException(
        "The key '"
            + key.text()
            + "' was taken and freed by others too often while this add checked it, or in a way"
            + " that this transaction's snapshot can't see. Roll back and run the transaction"
            + " again");
  }

  private Map<KeyRow, UUID> holders(Connection connection, List<KeyRow> keys) throws SQLException {
    Map<KeyRow, UUID> holders = new HashMap<>();
    statements.byKeys(
        connection,
        "find-keys",
        keys,
        row -> {
          if (row.getInt(5) == 0) {
            holders.put(KeyRow.nameOf(row), statements.id(row, 4));
          }
          return true;
        });
    return holders;
  }

  private List<KeyHolder> find(Connection connection, String sqlName, KeyRow key)
      throws SQLException {
    return statements.query(
        connection,
        sqlName,
        key::bindName,
        rows -> new KeyHolder(statements.id(rows, 1), rows.getInt(2) == 1));
  }

  private boolean takeOver(Connection connection, int isolation, KeyRow key) throws SQLException {
    if (!database.dialect().takenKeyPoisons(isolation)) {
      return takeOver(connection, key);
    }
    Savepoint savepoint = connection.setSavepoint();
    try {
      boolean mine = takeOver(connection, key);
      connection.releaseSavepoint(savepoint);
      return mine;
    } catch (SQLException e) {
      undo(connection, savepoint, e);
      return false;
    }
  }

  private boolean takeOver(Connection connection, KeyRow key) throws SQLException {
    int count =
        statements.update(
            connection,
            "take-over-key",
            b ->
                key.bindName(b.uuid(key.taskId()).number(key.holdMicros()).flag(key.whileKept()))
                    .uuid(null));
    if (count == 1 && key.isId()) {
      // The finished row with this id has expired, too. It would conflict with the new task's row,
      // and its attempts would appear as attempts of the new task.
      statements.update(connection, "delete-finished", b -> b.uuid(key.taskId()));
      statements.update(connection, "delete-finished-keys", b -> b.uuid(key.taskId()));
      statements.updateIds(connection, "delete-attempts", List.of(key.taskId()));
    }
    return count == 1;
  }

  /** Takes the keys of a task that runs again, if each is free, expired or still its own. */
  boolean retake(Connection connection, List<KeyRow> keys) throws SQLException {
    int isolation = connection.getTransactionIsolation();
    for (KeyRow key : keys) {
      if (adds.keys(connection, isolation, List.of(key)).isEmpty()
          && statements.update(
                  connection,
                  "take-over-key",
                  b ->
                      key.bindName(
                              b.uuid(key.taskId()).number(key.holdMicros()).flag(key.whileKept()))
                          .uuid(key.taskId()))
              == 0) {
        return false;
      }
    }
    return true;
  }

  /** A task of the batch that needs keys. */
  private record Wish(int place, UUID task, List<KeyRow> keys) {}

  /**
   * The task that has a key.
   *
   * @param expired true if another task may take the key over
   */
  private record KeyHolder(UUID task, boolean expired) {}
}
