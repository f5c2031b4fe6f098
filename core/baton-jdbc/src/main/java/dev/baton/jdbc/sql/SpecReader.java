package dev.baton.jdbc.sql;

import dev.baton.cluster.BucketOptions;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a task's specification from the columns of one row. Only one thread uses it. */
final class SpecReader {
  private static final int LOWEST_PRIORITY = 9;

  /** Used if the stored type isn't one that a task can have. */
  private static final String NO_TYPE = "unreadable";

  private final RowReader row;
  private final int priority;
  private final @Nullable UUID parent;
  private final @Nullable UUID correlation;
  private final boolean keyed;
  private String type;
  private @Nullable String subType;
  private String bucket;
  private String key;
  private @Nullable Bytes payload;
  private Map<String, String> context;
  private final TaskTraits traits;

  /** Reads the columns from {@code first} on, in the order of {@link Rows#SPEC}. */
  SpecReader(RowReader row, int first) throws SQLException {
    this.row = row;
    this.type = row.text(first, "type");
    this.subType = row.textOrNull(first + 1);
    this.bucket = row.text(first + 2, "bucket");
    this.key = row.text(first + 3, "flow_key");
    this.priority = row.number(first + 4, "priority", 0, LOWEST_PRIORITY);
    this.payload = row.bytes(first + 5);
    Map<String, String> found =
        row.read("context", () -> StoredText.toContext(row.textOrNull(first + 6)));
    this.context = found == null ? Map.of() : found;
    TaskTraits known =
        row.read("traits", () -> new TaskTraits(StoredText.toContext(row.textOrNull(first + 7))));
    this.traits = known == null ? TaskTraits.NONE : known;
    this.parent = row.uuid(first + 8, "parent_id");
    this.correlation = row.uuid(first + 9, "correlation_id");
    this.keyed = row.flag(first + 10);
  }

  TaskSpec read() {
    try {
      return of(type, subType, bucket, key, payload, context);
    } catch (IllegalArgumentException wrong) {
      return mended();
    }
  }

  /** Checks each value alone, and replaces those that no task can have. */
  private TaskSpec mended() {
    String harmless = BucketOptions.DEFAULT;
    if (isWrong("type", () -> of(type, null, harmless, "", null, Map.of()))) {
      type = NO_TYPE;
    }
    if (isWrong("sub_type", () -> of(NO_TYPE, subType, harmless, "", null, Map.of()))) {
      subType = null;
    }
    if (isWrong("bucket", () -> of(NO_TYPE, null, bucket, "", null, Map.of()))) {
      bucket = harmless;
    }
    if (isWrong("flow_key", () -> of(NO_TYPE, null, harmless, key, null, Map.of()))) {
      key = "";
    }
    if (isWrong("payload", () -> of(NO_TYPE, null, harmless, "", payload, Map.of()))) {
      payload = null;
    }
    if (isWrong("context", () -> of(NO_TYPE, null, harmless, "", null, context))) {
      context = Map.of();
    }
    return of(type, subType, bucket, key, payload, context);
  }

  private boolean isWrong(String column, Supplier<TaskSpec> alone) {
    try {
      return alone.get().keyed() != keyed;
    } catch (IllegalArgumentException wrong) {
      row.fault(column + " has a value that no task can have");
      return true;
    }
  }

  private TaskSpec of(
      String itsType,
      @Nullable String itsSubType,
      String itsBucket,
      String itsKey,
      @Nullable Bytes itsPayload,
      Map<String, String> itsContext) {
    return new TaskSpec(
        new Flow(itsType, itsKey),
        itsSubType,
        itsBucket,
        priority,
        itsPayload,
        itsContext,
        traits,
        new TaskSpec.Origin(parent, correlation),
        keyed);
  }
}
