package dev.baton.move;

import dev.baton.move.Standing.State;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The jobs of JobRunr on PostgreSQL, MySQL or MariaDB.
 *
 * <p>For JobRunr, a job that was taken over is DELETED, with the next version. A server that has
 * fetched it can't start it, and an add with the same id is still ignored. JobRunr removes it when
 * it removes deleted jobs. Until then the move of a task that hasn't started can be undone.
 *
 * <p>JobRunr's servers keep recurring jobs in memory and create each run ahead of time, and the
 * application stores them again when it starts. So a recurring job is taken over only after JobRunr
 * has stopped. It becomes the schedule that the mapping returns for the type {@code recurring:} and
 * the job's id.
 */
public final class JobRunr extends OldEngine {
  private static final String TAKEABLE = "'SCHEDULED', 'ENQUEUED', 'FAILED'";
  private static final String WITH_RUNNING =
      "'SCHEDULED', 'ENQUEUED', 'FAILED', 'AWAITING', 'PROCESSING', 'PROCESSED'";
  private static final String FINISHED = "'SUCCEEDED', 'DELETED'";
  private static final String DELETED_STATE = "org.jobrunr.jobs.states.DeletedState";
  private static final JsonMapper JSON = new JsonMapper();

  private final SqlFile sql;
  private final JobRunrRecurring recurring;

  private JobRunr(String prefix) {
    super("jobrunr", prefix);
    this.sql = new SqlFile("jobrunr", Map.of("prefix", prefix));
    this.recurring = new JobRunrRecurring(sql, JSON);
  }

  /** Returns the engine with tables of the usual names, in the connections' schema. */
  public static JobRunr tables() {
    return prefixed("");
  }

  /**
   * Returns the engine with tables whose names have this prefix, which is JobRunr's {@code
   * tablePrefix}.
   */
  public static JobRunr prefixed(String prefix) {
    return new JobRunr(prefix);
  }

  /** A position after this job. */
  private record After(String id) implements Place {}

  private record Stored(String id, String state, String json) {
    static Stored of(ResultSet row) throws SQLException {
      return new Stored(row.getString(1).strip(), row.getString(2), row.getString(3));
    }
  }

  @Override
  Page page(Session session, @Nullable Place from, Request request) throws SQLException {
    if (from instanceof JobRunrRecurring.After) {
      return recurring.page(session, from, request.limit());
    }
    Page jobs = jobs(session, from, request);
    return jobs.next() == null && request.kind() != Kind.FINISHED
        ? new Page(jobs.rows(), JobRunrRecurring.FIRST)
        : jobs;
  }

  private Page jobs(Session session, @Nullable Place from, Request request) throws SQLException {
    String states =
        switch (request.kind()) {
          case TAKEABLE -> TAKEABLE;
          case RUNNING_TOO -> WITH_RUNNING;
          case FINISHED -> FINISHED;
        };
    String after = from == null ? "" : ((After) from).id();
    String text =
        sql.text(request.kind() == Kind.FINISHED ? "ended" : "page", session.database())
            .replace("{states}", states);
    List<Stored> found =
        session.query(
            request.lock() ? text + " FOR UPDATE SKIP LOCKED" : text,
            p -> {
              if (request.kind() == Kind.FINISHED) {
                p.time(request.since());
              }
              p.text(after).number(request.limit());
            },
            Stored::of);
    List<Row> rows = found.stream().map(JobRunr::row).toList();
    return new Page(
        rows, found.size() < request.limit() ? null : new After(found.get(found.size() - 1).id()));
  }

  private static Row row(Stored stored) {
    try {
      return row(stored, JSON.readTree(stored.json()));
    } catch (JacksonException | DateTimeException | IllegalArgumentException unreadable) {
      Standing standing = new Standing(stored.state(), state(stored.state()), Instant.EPOCH);
      OldTask task = new OldTask(stored.id(), "?", null, standing, 0, 5, null, null);
      return new Row(task, stored.id(), stored.state(), "Its JSON can't be read");
    }
  }

  private static Row row(Stored stored, JsonNode job) {
    JsonNode details = job.path("jobDetails");
    String type = call(details);
    JsonNode history = job.path("jobHistory");
    JsonNode latest = history.path(history.size() - 1);
    int failures = 0;
    for (JsonNode one : history) {
      failures += one.path("state").asString().equals("FAILED") ? 1 : 0;
    }
    JsonNode due = latest.path("scheduledAt");
    Instant time = time(due.isMissingNode() ? latest.path("createdAt") : due);
    State state = state(stored.state());
    String error =
        latest.has("exceptionType")
            ? latest.path("exceptionType").asString()
                + ": "
                + latest.path("exceptionMessage").asString("")
            : null;
    OldTask task =
        new OldTask(
            stored.id(),
            type,
            null,
            new Standing(stored.state(), state, time, error, null),
            failures,
            5,
            null,
            arguments(details));
    return new Row(task, stored.id(), stored.state(), null);
  }

  /** Returns the class and the method that the job calls. */
  static String call(JsonNode details) {
    return details.path("className").asString() + "." + details.path("methodName").asString();
  }

  /** Returns the arguments of the call as a JSON array. */
  static Bytes arguments(JsonNode details) {
    ArrayNode arguments = JSON.createArrayNode();
    details.path("jobParameters").forEach(one -> arguments.add(one.path("object")));
    return Bytes.of(JSON.writeValueAsString(arguments));
  }

  private static State state(String word) {
    return switch (word) {
      case "SCHEDULED", "ENQUEUED" -> State.DUE;
      case "FAILED" -> State.ERROR;
      case "AWAITING" -> State.RESTING;
      case "SUCCEEDED", "DELETED" -> State.FINISHED;
      default -> State.RUNNING;
    };
  }

  /** Reads a time: a text or a number of seconds, depending on JobRunr's JSON mapper. */
  private static Instant time(JsonNode node) {
    return node.isNumber()
        ? Instant.ofEpochMilli((long) (node.asDouble() * 1_000))
        : Instant.parse(node.asString());
  }

  @Override
  void end(Session session, List<Row> rows, Instant now) throws SQLException {
    List<String> keys = rows.stream().map(Row::key).toList();
    recurring.remove(session, JobRunrRecurring.keys(keys));
    List<String> ids = jobs(keys);
    List<Stored> stored = stored(session, "jobs", ids);
    if (stored.size() != ids.size()) {
      throw new IllegalStateException(
          "Of " + ids.size() + " locked jobs of JobRunr only " + stored.size() + " exist");
    }
    List<Stored> ended = new ArrayList<>();
    for (Stored one : stored) {
      ObjectNode job = (ObjectNode) JSON.readTree(one.json());
      ObjectNode deleted = ((ArrayNode) job.path("jobHistory")).addObject();
      deleted.put("@class", DELETED_STATE).put("state", "DELETED");
      deleted.put("createdAt", now.toString()).put("reason", "Taken over by Baton");
      ended.add(new Stored(one.id(), "DELETED", next(job)));
    }
    write(session, ended, now);
  }

  /** Returns the job with the next version. */
  private static String next(ObjectNode job) {
    job.put("version", job.path("version").asInt() + 1);
    return JSON.writeValueAsString(job);
  }

  private void write(Session session, List<Stored> jobs, Instant now) throws SQLException {
    session.each(
        sql.text("write", session.database()),
        jobs,
        (p, job) -> p.text(job.json()).text(job.state()).time(now).text(job.id()));
  }

  private static List<String> jobs(List<String> keys) {
    return keys.stream().filter(key -> !JobRunrRecurring.isKey(key)).toList();
  }

  private List<Stored> stored(Session session, String verb, List<String> ids) throws SQLException {
    if (ids.isEmpty()) {
      return List.of();
    }
    return session.query(
        sql.text(verb, session.database(), ids.size()), p -> p.texts(ids), Stored::of);
  }

  /**
   * Locks the jobs that are unchanged since they were ended. A recurring job that exists again was
   * stored by the application, in its current form.
   */
  @Override
  Set<String> lockEnded(Session session, List<String> keys) throws SQLException {
    Set<String> ended = new HashSet<>(JobRunrRecurring.keys(keys));
    stored(session, "lock-ended", jobs(keys)).forEach(job -> ended.add(job.id()));
    return ended;
  }

  /**
   * Restores these jobs. JobRunr finds scheduled jobs by the column with their time, which is
   * unchanged.
   */
  @Override
  void putBack(Session session, List<Moved> rows, Instant now) throws SQLException {
    recurring.putBack(session, rows);
    List<Stored> back = new ArrayList<>();
    for (Stored one : stored(session, "jobs", jobs(rows.stream().map(Moved::oldKey).toList()))) {
      ObjectNode job = (ObjectNode) JSON.readTree(one.json());
      ArrayNode history = (ArrayNode) job.path("jobHistory");
      history.remove(history.size() - 1);
      String state = history.path(history.size() - 1).path("state").asString();
      back.add(new Stored(one.id(), state, next(job)));
    }
    write(session, back, now);
  }

  @Override
  boolean hasIds() {
    return true;
  }

  @Override
  TaskKey.KeyRetention retention(Duration keep) {
    return new TaskKey.KeyRetention(keep, true);
  }
}
