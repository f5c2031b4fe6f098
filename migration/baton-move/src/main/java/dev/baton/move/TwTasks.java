package dev.baton.move;

import dev.baton.move.Standing.State;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * TwTasks' tables on PostgreSQL, MySQL or MariaDB.
 *
 * <p>For TwTasks, a row that was taken over is DONE, with the next version. A trigger that is
 * already on its way finds nothing, and an add with the same id or key is still a duplicate there.
 * TwTasks' cleanup removes the row together with tasks that finished at that time. Until then the
 * move of a task that hasn't started can be undone.
 */
public final class TwTasks extends OldEngine {
  /** Earliest time of a row that can be moved. The report gives this reason for the others. */
  private static final Instant EARLIEST = Instant.parse("0001-01-02T00:00:00Z");

  private static final List<String> TAKEABLE = List.of("NEW", "SUBMITTED", "WAITING", "ERROR");
  private static final List<String> WITH_RUNNING =
      List.of("NEW", "SUBMITTED", "WAITING", "ERROR", "PROCESSING");
  private static final List<String> FINISHED = List.of("DONE", "FAILED", "CANCELLED");
  private static final UUID FIRST = new UUID(0, 0);
  private static final String TASKS = "tw_task";

  /** Maximum size of the stored payloads of one batch in bytes, unless a single one is larger. */
  private static final long MAX_BATCH_BYTES = 32L << 20;

  /** The data that TwTasks stores for a task with a context and no data. */
  private static final byte[] NO_DATA = "®".getBytes(StandardCharsets.UTF_8);

  private final SqlFile sql;
  private final Map<String, String> tables;
  private final Map<Integer, Unpacking> formats;

  /** Unpacks a payload. */
  @FunctionalInterface
  public interface Unpacking {
    /** Returns a stream of the unpacked payload; it needn't close the given one. */
    InputStream of(InputStream packed) throws IOException;
  }

  private TwTasks(Map<String, String> tables, Map<Integer, Unpacking> formats) {
    super("twtasks", unusual(tables.getOrDefault("task", TASKS), TASKS));
    this.tables = Map.copyOf(tables);
    this.formats = Map.copyOf(formats);
    this.sql = new SqlFile("twtasks", tables);
  }

  /** Returns the engine with tables of the usual names, in the connections' schema. */
  public static TwTasks tables() {
    return named(TASKS, "tw_task_data", "unique_tw_task_key");
  }

  /** Returns the engine with tables of other names; each may begin with a schema and a dot. */
  public static TwTasks named(String task, String data, String uniqueKey) {
    return new TwTasks(
        Map.of("task", task, "data", data, "unique", uniqueKey),
        Map.of(0, packed -> packed, 1, GZIPInputStream::new));
  }

  /**
   * Returns a copy that can unpack another format too. Raw payloads (0) and gzip (1) are built in.
   * LZ4 is 2 and Zstandard 3: pass the stream of the library that TwTasks used.
   */
  public TwTasks unpacking(int format, Unpacking unpacking) {
    Map<Integer, Unpacking> more = new TreeMap<>(formats);
    more.put(format, unpacking);
    return new TwTasks(tables, more);
  }

  /**
   * A position after this row of this status.
   *
   * @param time null for rows without a next event, which come after the others
   */
  private record After(int status, @Nullable Instant time, UUID id) implements Place {}

  private record Base(
      UUID id,
      String type,
      @Nullable String subType,
      Instant next,
      Instant created,
      int tries,
      int priority,
      @Nullable String plainData) {}

  private record Packed(int format, byte[] bytes) {}

  @Override
  Page page(Session session, @Nullable Place from, Request request) throws SQLException {
    List<String> statuses = statuses(session, request.kind());
    After after = from == null ? new After(0, start(request), FIRST) : (After) from;
    String status = statuses.get(after.status());
    List<Base> found = bases(session, status, after, request);
    List<Base> bases = fitting(session, found);
    List<Row> rows = rows(session, status, bases, request.kind() == Kind.FINISHED);
    if (bases.size() == found.size() && found.size() < request.limit()) {
      if (after.time() != null && request.kind() != Kind.FINISHED) {
        return new Page(rows, new After(after.status(), null, FIRST));
      }
      boolean isLast = after.status() == statuses.size() - 1;
      return new Page(rows, isLast ? null : new After(after.status() + 1, start(request), FIRST));
    }
    Base last = bases.get(bases.size() - 1);
    Instant time = after.time() == null ? null : last.next();
    return new Page(rows, new After(after.status(), time, last.id()));
  }

  /**
   * Returns the statuses of that kind. For live tasks they include statuses unknown to TwTasks,
   * whose rows stay.
   */
  private List<String> statuses(Session session, Kind kind) throws SQLException {
    if (kind == Kind.FINISHED) {
      return FINISHED;
    }
    List<String> statuses = new ArrayList<>(kind == Kind.TAKEABLE ? TAKEABLE : WITH_RUNNING);
    String text = sql.text("next-status", session.database());
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      String before = next.get();
      next =
          session
              .query(text, p -> p.text(before), row -> Optional.ofNullable(row.getString(1)))
              .get(0);
      if (next.isPresent() && !isRead(session, next.get())) {
        statuses.add(next.get());
      }
    }
    return statuses;
  }

  /**
   * Returns whether a read of a known status also reads the rows of this status: MySQL's usual
   * collations find {@code new} as {@code NEW}.
   */
  private boolean isRead(Session session, String status) throws SQLException {
    return isKnown(status)
        || session
            .query(
                sql.text("is-known-status", session.database()),
                p -> p.text(status),
                row -> row.getBoolean(1))
            .get(0);
  }

  private static boolean isKnown(String status) {
    return WITH_RUNNING.contains(status) || FINISHED.contains(status);
  }

  private static Instant start(Request request) {
    return request.kind() == Kind.FINISHED ? request.since() : EARLIEST;
  }

  private List<Base> bases(Session session, String status, After after, Request request)
      throws SQLException {
    @Nullable Instant time = after.time();
    String text = sql.text(time == null ? "page-without-time" : "page", session.database());
    return session.query(
        request.lock() ? text + " FOR UPDATE SKIP LOCKED" : text,
        p -> {
          p.text(status);
          if (time != null) {
            p.time(time).time(time);
          }
          p.uuid(after.id()).number(request.limit());
        },
        row -> base(session, row));
  }

  private static Base base(Session session, ResultSet row) throws SQLException {
    Instant created = Session.time(row, 5);
    return new Base(
        session.uuid(row, 1),
        row.getString(2),
        row.getString(3),
        row.getTimestamp(4) == null ? created : Session.time(row, 4),
        created,
        row.getInt(6),
        row.getInt(7),
        row.getString(8));
  }

  /** Returns the first rows whose payloads together aren't too large, at least one. */
  private List<Base> fitting(Session session, List<Base> bases) throws SQLException {
    if (bases.isEmpty()) {
      return bases;
    }
    Map<UUID, Long> sizes = new HashMap<>();
    if (has(session, "data")) {
      byIds(session, "sizes", bases, row -> sizes.put(session.uuid(row, 1), row.getLong(2)));
    }
    long sum = 0;
    for (int i = 0; i < bases.size(); i++) {
      String plain = bases.get(i).plainData();
      sum += sizes.getOrDefault(bases.get(i).id(), 0L) + (plain == null ? 0 : plain.length());
      if (sum > MAX_BATCH_BYTES && i > 0) {
        return bases.subList(0, i);
      }
    }
    return bases;
  }

  private List<Row> rows(Session session, String status, List<Base> bases, boolean finished)
      throws SQLException {
    if (bases.isEmpty()) {
      return List.of();
    }
    Map<UUID, String> keys = new HashMap<>();
    if (has(session, "unique")) {
      byIds(session, "keys", bases, row -> keys.put(session.uuid(row, 1), row.getString(2)));
    }
    // A finished task needs its payload only for the mapping, which is called only if there is a
    // key.
    List<Base> read = bases.stream().filter(b -> !finished || keys.containsKey(b.id())).toList();
    Map<UUID, Packed> data = new HashMap<>();
    if (has(session, "data")) {
      byIds(
          session,
          "payloads",
          read,
          row -> data.put(session.uuid(row, 1), new Packed(row.getInt(2), row.getBytes(3))));
    }
    List<Row> rows = new ArrayList<>(bases.size());
    for (Base base : bases) {
      rows.add(row(base, status, keys.get(base.id()), data.get(base.id())));
    }
    return rows;
  }

  /**
   * Returns whether the table exists. In early versions of TwTasks, payloads were in the tasks'
   * table, and there were no keys.
   */
  private boolean has(Session session, String table) throws SQLException {
    String text = sql.text("has-table", session.database()).replace("{name}", tables.get(table));
    return session.query(text, p -> {}, row -> row.getBoolean(1)).get(0);
  }

  private <T> void byIds(Session session, String verb, List<Base> bases, Session.Reading<T> reading)
      throws SQLException {
    if (!bases.isEmpty()) {
      List<UUID> ids = bases.stream().map(Base::id).toList();
      session.query(sql.text(verb, session.database(), ids.size()), p -> p.uuids(ids), reading);
    }
  }

  private Row row(Base base, String status, @Nullable String key, @Nullable Packed packed) {
    Bytes payload = null;
    String fault = null;
    try {
      payload = unpacked(base.plainData(), packed);
    } catch (IOException | RuntimeException unreadable) {
      fault =
          unreadable instanceof Unreadable known ? known.words : "Its payload can't be unpacked";
    }
    if (!isKnown(status)) {
      fault = "TwTasks has no status " + Texts.line(status);
    }
    State state =
        switch (status) {
          case "PROCESSING" -> State.RUNNING;
          case "ERROR" -> State.ERROR;
          default -> FINISHED.contains(status) ? State.FINISHED : State.DUE;
        };
    // For a submitted task, the next event is when it counts as stuck; it was due when it was
    // added.
    boolean isTimed = status.equals("WAITING") || state == State.FINISHED;
    OldTask task =
        new OldTask(
            base.id().toString(),
            base.type(),
            base.subType(),
            new Standing(status, state, isTimed ? base.next() : base.created()),
            base.tries(),
            base.priority(),
            key,
            payload);
    return new Row(task, task.id(), status + " " + base.next(), fault);
  }

  /** The reason why a payload can't be read, without any of its content. */
  private static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1;
    private final String words;

    Unreadable(String words) {
      super(words);
      this.words = words;
    }
  }

  private @Nullable Bytes unpacked(@Nullable String plain, @Nullable Packed packed)
      throws IOException {
    if (packed == null) {
      return plain == null || plain.isEmpty() ? null : Bytes.of(plain);
    }
    Unpacking format = formats.get(packed.format());
    if (format == null) {
      throw new Unreadable(
          "Its payload is packed in format "
              + packed.format()
              + " (2 is LZ4, 3 Zstandard): set how to unpack it with TwTasks.unpacking");
    }
    try (InputStream stream = format.of(new ByteArrayInputStream(packed.bytes()))) {
      byte[] bytes = stream.readNBytes(TaskSpec.MAX_PAYLOAD_BYTES + 1);
      if (bytes.length > TaskSpec.MAX_PAYLOAD_BYTES) {
        throw new Unreadable("Its payload has more than 16 MiB");
      }
      return Arrays.equals(bytes, NO_DATA) ? null : Bytes.of(bytes);
    }
  }

  @Override
  void end(Session session, List<Row> rows, Instant now) throws SQLException {
    List<UUID> ids = rows.stream().map(row -> UUID.fromString(row.task().id())).toList();
    int ended =
        session.update(
            sql.text("end", session.database(), ids.size()),
            p -> p.time(now).time(now).time(now).uuids(ids));
    if (ended != ids.size()) {
      throw new IllegalStateException(
          "Of " + ids.size() + " locked rows of TwTasks only " + ended + " could be ended");
    }
  }

  @Override
  Set<String> lockEnded(Session session, List<String> ids) throws SQLException {
    List<UUID> uuids = ids.stream().map(UUID::fromString).toList();
    return new HashSet<>(
        session.query(
            sql.text("lock-ended", session.database(), ids.size()),
            p -> p.uuids(uuids),
            row -> session.uuid(row, 1).toString()));
  }

  /**
   * Restores these rows. A submitted task gets the status of a waiting one that is due now; TwTasks
   * triggers it within seconds.
   */
  @Override
  void putBack(Session session, List<Moved> rows, Instant now) throws SQLException {
    session.each(
        sql.text("put-back", session.database()),
        rows,
        (p, row) -> {
          int blank = row.was().indexOf(' ');
          String status = row.was().substring(0, blank);
          boolean isWaiting = !status.equals("ERROR");
          Instant next =
              status.equals("SUBMITTED") || status.equals("NEW") || status.equals("PROCESSING")
                  ? now
                  : Instant.parse(row.was().substring(blank + 1));
          p.text(isWaiting ? "WAITING" : status)
              .time(next)
              .time(now)
              .time(now)
              .uuid(UUID.fromString(row.oldKey()));
        });
  }

  @Override
  boolean hasIds() {
    return true;
  }

  /** Keeps the key taken while the finished task is kept, as TwTasks does. */
  @Override
  TaskKey.KeyRetention retention(Duration keep) {
    return new TaskKey.KeyRetention(keep, true);
  }
}
