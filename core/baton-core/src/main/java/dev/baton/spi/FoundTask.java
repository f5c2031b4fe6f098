package dev.baton.spi;

import dev.baton.operate.Cursor;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row in a list: without payload, context, data and result, however large they are. */
public sealed interface FoundTask {

  UUID id();

  /** What it is; payload and context are left out. */
  TaskSpec spec();

  Status status();

  /** By name; empty for none. */
  Map<String, String> labels();

  /** The version that a change must name. */
  long version();

  Instant createdAt();

  /** The place after it in a list. */
  Cursor cursor();

  /**
   * The task as operators see it.
   *
   * @param error its latest; null for none, and for the one that a finished task has
   */
  TaskInfo info(@Nullable String error);

  /** One that lives. */
  record Live(Task task, Map<String, String> labels) implements FoundTask {
    public Live {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** One without labels. */
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
      return new TaskRowInfo.Live(this, error);
    }
  }

  /** One that has finished and is kept. */
  record Finished(FinishedTask task, Map<String, String> labels) implements FoundTask {
    public Finished {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** One without labels. */
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
      return new TaskRowInfo.Finished(this, error);
    }
  }
}
