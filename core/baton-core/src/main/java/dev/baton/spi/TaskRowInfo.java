package dev.baton.spi;

import dev.baton.operate.Cursor;
import dev.baton.operate.TaskInfo;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task's row in the form that operators read. Immutable. */
abstract class TaskRowInfo implements TaskInfo {
  private final FoundTask row;
  private final @Nullable String error;

  private TaskRowInfo(FoundTask row, @Nullable String error) {
    this.row = row;
    this.error = error;
  }

  /** A live task. */
  static final class Live extends TaskRowInfo {
    private final Task task;
    private final Position position;

    Live(FoundTask.Live row, @Nullable String error) {
      super(row, error);
      this.task = row.task();
      this.position = row.task().position();
    }

    @Override
    public String state() {
      return position.state();
    }

    @Override
    public int attempts() {
      return position.attempts();
    }

    @Override
    public int losses() {
      return position.losses();
    }

    @Override
    public Optional<LastOutcome> lastOutcome() {
      return Optional.of(position.lastOutcome());
    }

    @Override
    public Instant changedAt() {
      return task.lastAction();
    }

    @Override
    public Optional<Instant> runAt() {
      return Optional.ofNullable(position.runAt());
    }

    @Override
    public Optional<Instant> nextEventAt() {
      return Optional.ofNullable(position.nextEventAt());
    }

    @Override
    public Optional<UUID> owner() {
      return Optional.ofNullable(position.owner());
    }

    @Override
    public Optional<Instant> finishedAt() {
      return Optional.empty();
    }

    @Override
    public Optional<Instant> keptUntil() {
      return Optional.empty();
    }
  }

  /** A finished task. */
  static final class Finished extends TaskRowInfo {
    private final FinishedTask task;

    Finished(FoundTask.Finished row, @Nullable String error) {
      super(row, error == null ? row.task().error() : error);
      this.task = row.task();
    }

    @Override
    public String state() {
      return task.state();
    }

    @Override
    public int attempts() {
      return task.attempts();
    }

    @Override
    public int losses() {
      return task.losses();
    }

    @Override
    public Optional<LastOutcome> lastOutcome() {
      return Optional.empty();
    }

    @Override
    public Instant changedAt() {
      return task.finishedAt();
    }

    @Override
    public Optional<Instant> runAt() {
      return Optional.empty();
    }

    @Override
    public Optional<Instant> nextEventAt() {
      return Optional.empty();
    }

    @Override
    public Optional<UUID> owner() {
      return Optional.ofNullable(task.owner());
    }

    @Override
    public Optional<Instant> finishedAt() {
      return Optional.of(task.finishedAt());
    }

    @Override
    public Optional<Instant> keptUntil() {
      return Optional.of(task.keepUntil());
    }
  }

  private TaskSpec spec() {
    return row.spec();
  }

  @Override
  public UUID id() {
    return row.id();
  }

  @Override
  public String type() {
    return spec().type();
  }

  @Override
  public Optional<String> subType() {
    return Optional.ofNullable(spec().subType());
  }

  @Override
  public String key() {
    return spec().key();
  }

  @Override
  public String bucket() {
    return spec().bucket();
  }

  @Override
  public int priority() {
    return spec().priority();
  }

  @Override
  public Status status() {
    return row.status();
  }

  @Override
  public Optional<String> error() {
    return Optional.ofNullable(error);
  }

  @Override
  public long version() {
    return row.version();
  }

  @Override
  public Instant createdAt() {
    return row.createdAt();
  }

  @Override
  public Optional<UUID> parentId() {
    return Optional.ofNullable(spec().parentId());
  }

  @Override
  public Optional<UUID> correlationId() {
    return Optional.ofNullable(spec().correlationId());
  }

  @Override
  public Map<String, String> labels() {
    return row.labels();
  }

  @Override
  public Cursor cursor() {
    return row.cursor();
  }

  /** Returns a text for people, such as "PAY 0192... is ERROR". */
  @Override
  public String toString() {
    return type() + " " + id() + " is " + status();
  }
}
