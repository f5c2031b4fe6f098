package dev.baton.spi;

import dev.baton.operate.Cursor;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task in a list, without its payload, context, data and result, which may be large. */
public sealed interface FoundTask {

  /** Returns the id of the task. */
  UUID id();

  /** Returns the task's specification without payload and context. */
  TaskSpec spec();

  /** Returns the status of the task. */
  Status status();

  /** Returns the labels by name; empty if there are none. */
  Map<String, String> labels();

  /** Returns the version of the task; a change applies only if the task still has it. */
  long version();

  /** Returns when the task was added. */
  Instant createdAt();

  /** Returns the cursor at which a list continues after the task. */
  Cursor cursor();

  /**
   * Returns the task in the form that operators read.
   *
   * @param error the task's latest error. With null, a live task has no error, and a finished task
   *     has the error with which it ended
   */
  TaskInfo info(@Nullable String error);

  /** A live task. */
  record Live(Task task, Map<String, String> labels) implements FoundTask {
    public Live {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Creates a task without labels. */
    public Live(Task task) {
      this(task, Map.of());
    }

    @Override
    public UUID id() {
      return task.id();
    }

    @Override
    public TaskSpec spec() {
      return task.spec();
    }

    @Override
    public Status status() {
      return task.position().status();
    }

    @Override
    public long version() {
      return task.position().version();
    }

    @Override
    public Instant createdAt() {
      return task.createdAt();
    }

    @Override
    public Cursor cursor() {
      return new Cursor(null, task.id());
    }

    @Override
    public TaskInfo info(@Nullable String error) {
      return TaskRowInfo.of(this, error);
    }
  }

  /** A finished task that is kept. */
  record Finished(FinishedTask task, Map<String, String> labels) implements FoundTask {
    public Finished {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Creates a task without labels. */
    public Finished(FinishedTask task) {
      this(task, Map.of());
    }

    @Override
    public UUID id() {
      return task.id();
    }

    @Override
    public TaskSpec spec() {
      return task.spec();
    }

    @Override
    public Status status() {
      return task.status();
    }

    @Override
    public long version() {
      return task.version();
    }

    @Override
    public Instant createdAt() {
      return task.createdAt();
    }

    @Override
    public Cursor cursor() {
      return new Cursor(task.finishedAt(), task.id());
    }

    @Override
    public TaskInfo info(@Nullable String error) {
      return TaskRowInfo.of(this, error);
    }
  }
}
