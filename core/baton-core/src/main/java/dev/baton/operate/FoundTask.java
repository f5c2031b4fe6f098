package dev.baton.operate;

import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A task in a list: without payload, context, data and result, however large they are. */
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
  }
}
