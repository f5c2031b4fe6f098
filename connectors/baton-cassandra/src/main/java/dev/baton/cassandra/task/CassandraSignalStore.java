package dev.baton.cassandra.task;

import dev.baton.spi.SignalStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import java.util.List;

/** Applies signals as changes of tasks that haven't changed since they were read. Thread-safe. */
public final class CassandraSignalStore implements SignalStore {
  private final Sweeps sweeps;

  public CassandraSignalStore(CassandraTaskStore tasks) {
    sweeps = tasks.sweeps();
  }

  @Override
  public boolean apply(Task seen, Transition transition) {
    Apply signal =
        new Apply(
            transition, (task, now) -> task.position().isSameButForTheNextEvent(seen.position()));
    return sweeps.all(List.of(signal), command -> seen.id(), command -> command).get(0).isPresent();
  }
}
