package dev.baton.tck;

import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.table.KeyName;
import dev.baton.tck.table.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Reads the entries that are due, earliest first. Rows that an open transaction has locked are
 * skipped.
 */
final class Alarms {
  private Alarms() {}

  /** Returns tasks of this status after the given place whose next event is due. */
  static List<Task> passed(
      MemoryDatabase database, Status status, SweepPlace from, int limit, Instant now) {
    List<Task> found = new ArrayList<>();
    for (Tables.Alarm alarm : database.tables().alarms(status)) {
      if (!from.isBefore(alarm.at(), alarm.id())) {
        continue;
      }
      if (found.size() >= limit || alarm.at().isAfter(now)) {
        break;
      }
      if (!database.othersTouchTasks(null, List.of(alarm.id()))) {
        found.add(Queries.task(database.tables(), alarm.id()));
      }
    }
    return found;
  }

  /** Returns finished tasks whose retention has ended. */
  static List<UUID> finished(MemoryDatabase database, int limit, Instant now) {
    List<UUID> over = new ArrayList<>();
    for (Tables.Alarm entry : database.tables().retention()) {
      if (over.size() >= limit || entry.at().isAfter(now)) {
        break;
      }
      over.add(entry.id());
    }
    return over;
  }

  /** Returns keys that have expired, so that another task may take them. */
  static List<KeyName> keys(MemoryDatabase database, int limit, Instant now) {
    List<KeyName> over = new ArrayList<>();
    for (Tables.KeyExpiry entry : database.tables().keyExpiries()) {
      if (over.size() >= limit || entry.at().isAfter(now)) {
        break;
      }
      if (!database.othersTouchKeys(null, List.of(entry.name()))) {
        over.add(entry.name());
      }
    }
    return over;
  }
}
