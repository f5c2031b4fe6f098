package dev.baton.tck.simulation.cassandra;

import dev.baton.tck.simulation.cassandra.CqlStatement.Comparison;
import dev.baton.tck.simulation.cassandra.CqlStatement.Kind;
import dev.baton.tck.simulation.cassandra.CqlStatement.Term;
import dev.baton.tck.simulation.cassandra.Mutation.Place;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Three servers, each with a replica of each partition. Only one thread may use them at a time. */
public final class Servers {
  /** Number of servers. */
  public static final int REPLICAS = 3;

  private static final ByteBuffer ONE_ROW = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Map<String, CqlTable> tables;
  private final LongSupplier millis;
  private final Lag lag;
  private final Map<Place, Partition> partitions = new HashMap<>();
  private final Map<String, CqlStatement> statements = new HashMap<>();

  /** Decides which replicas respond and when a write reaches a replica. */
  public interface Lag {
    /** No lag: each write reaches all replicas at once. */
    Lag NONE =
        new Lag() {
          @Override
          public List<Integer> asked(Reading reading) {
            return List.of(0, 1);
          }

          @Override
          public void decided(IntConsumer reaches) {
            for (int replica = 0; replica < REPLICAS; replica++) {
              reaches.accept(replica);
            }
          }

          @Override
          public boolean repairs() {
            return false;
          }
        };

    /** Returns the replicas to read from. */
    List<Integer> asked(Reading reading);

    /** Delivers a decided write to each replica now, later or never. */
    void decided(IntConsumer reaches);

    /** Returns whether a read repairs a replica that has not all cells of the row. */
    boolean repairs();
  }

  /** The consistency of a read. */
  public enum Reading {
    /** Reads from replicas that may not have the last decided write. */
    PLAIN,
    /** Reads after the last decided write has reached most replicas. */
    SERIAL
  }

  private static final class Partition {
    private final List<Replica> replicas;

    /** All decided writes. No single server stores them. */
    private final Replica decided;

    private long writes;
    private @Nullable Mutation last;

    private Partition(CqlType order) {
      replicas = List.of(new Replica(order), new Replica(order), new Replica(order));
      decided = new Replica(order);
    }
  }

  /**
   * @param schema the statements that create the tables
   * @param millis the servers' time, since 1970
   */
  public Servers(String schema, LongSupplier millis, Lag lag) {
    this.tables = CqlTable.all(schema);
    this.millis = millis;
    this.lag = lag;
  }

  CqlStatement parsed(String text) {
    return statements.computeIfAbsent(text, cql -> CqlParser.parse(tables, cql));
  }

  private Partition partition(Place place) {
    return partitions.computeIfAbsent(place, key -> new Partition(order(key)));
  }

  private CqlType order(Place place) {
    CqlTable table = Objects.requireNonNull(tables.get(place.table()));
    return table.clustering().isEmpty() ? CqlType.BLOB : table.type(table.clustering().get(0));
  }

  private static Place place(Request request) {
    return new Place(request.statement().table().name(), request.partition());
  }

  private List<Replica> asked(Partition partition, Reading reading) {
    return lag.asked(reading).stream().map(partition.replicas::get).toList();
  }

  /** Delivers the last decided write to most replicas. */
  private void learn(Partition partition) {
    Mutation last = partition.last;
    if (last != null) {
      asked(partition, Reading.SERIAL).forEach(replica -> replica.apply(last));
    }
  }

  /** Delivers the decided writes of this write's partition to most replicas. */
  public void settle(List<Request> batch) {
    learn(partition(place(batch.get(0))));
  }

  /** A row that was found, with its values by column name. */
  public record Found(ByteBuffer row, Map<String, ByteBuffer> values) {}

  /**
   * Reads rows in order.
   *
   * @param behind the last row of the page before; null for the first page
   * @param most the largest number of rows
   */
  public List<Found> read(Request request, Reading reading, @Nullable ByteBuffer behind, int most) {
    Partition partition = partition(place(request));
    if (reading == Reading.SERIAL) {
      learn(partition);
    }
    List<Replica> from = asked(partition, reading);
    List<Found> found = new ArrayList<>();
    for (ByteBuffer key : keys(request, from, behind)) {
      Map<String, ByteBuffer> values = read(key, from);
      if (values != null) {
        found.add(new Found(key, named(request, key, values)));
        if (found.size() >= most) {
          break;
        }
      }
    }
    return found;
  }

  /** Returns the decided values of this row for the checkers; null when the row doesn't exist. */
  public @Nullable Map<String, ByteBuffer> decided(Place place, ByteBuffer row) {
    return read(row, List.of(partition(place).decided));
  }

  private @Nullable Map<String, ByteBuffer> read(ByteBuffer key, List<Replica> from) {
    StoredRow merged = new StoredRow();
    from.forEach(replica -> replica.readInto(merged, key));
    if (from.size() > 1 && lag.repairs()) {
      from.forEach(replica -> replica.repair(key, merged));
    }
    return merged.read(millis.getAsLong() / 1_000);
  }

  private static Map<String, ByteBuffer> named(
      Request request, ByteBuffer key, Map<String, ByteBuffer> values) {
    CqlTable table = request.statement().table();
    Map<String, ByteBuffer> all = new TreeMap<>(values);
    List<ByteBuffer> partition = request.partition();
    for (int i = 0; i < partition.size(); i++) {
      all.put(table.partition().get(i), partition.get(i));
    }
    table.clustering().forEach(column -> all.put(column, key));
    return all;
  }

  private static Iterable<ByteBuffer> keys(
      Request request, List<Replica> from, @Nullable ByteBuffer behind) {
    CqlTable table = request.statement().table();
    if (table.clustering().isEmpty()) {
      return behind == null ? List.of(ONE_ROW) : List.of();
    }
    List<ByteBuffer> wanted = request.wantedRows();
    if (wanted != null) {
      TreeSet<ByteBuffer> keys = new TreeSet<>(table.type(table.clustering().get(0))::compare);
      keys.addAll(wanted);
      return behind == null ? keys : keys.tailSet(behind, false);
    }
    Mutation.Delete range = request.range();
    if (request.statement().limits().backwards()) {
      ByteBuffer end = behind == null ? range.to() : behind;
      List<ByteBuffer> keys = new ArrayList<>();
      new Keys(from, range.from(), true, end).forEachRemaining(keys::add);
      Collections.reverse(keys);
      return keys;
    }
    ByteBuffer first = behind == null ? range.from() : behind;
    return () -> new Keys(from, first, behind == null, range.to());
  }

  /** Iterates over the keys of rows that a replica may have, in order and without duplicates. */
  private static final class Keys implements Iterator<ByteBuffer> {
    private final List<Replica> from;
    private final @Nullable ByteBuffer to;
    private @Nullable ByteBuffer next;

    private Keys(
        List<Replica> from,
        @Nullable ByteBuffer first,
        boolean inclusive,
        @Nullable ByteBuffer to) {
      this.from = from;
      this.to = to;
      next = behind(first, inclusive);
    }

    private @Nullable ByteBuffer behind(@Nullable ByteBuffer key, boolean inclusive) {
      ByteBuffer least = null;
      for (Replica replica : from) {
        ByteBuffer its = replica.key(key, inclusive, to);
        least = replica.lesser(least, its);
      }
      return least;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public ByteBuffer next() {
      ByteBuffer found = next;
      if (found == null) {
        throw new NoSuchElementException();
      }
      next = behind(found, false);
      return found;
    }
  }

  /**
   * Executes these requests together if their conditions hold.
   *
   * @param whatever whether to ignore the conditions, as a broken store does
   * @return the changes; null where a condition doesn't hold
   */
  public @Nullable Mutation compareAndSet(List<Request> batch, boolean whatever) {
    Place place = place(batch.get(0));
    if (batch.stream().anyMatch(request -> !place(request).equals(place))) {
      throw new IllegalArgumentException("A conditional batch must use one partition");
    }
    if (batch.stream().noneMatch(request -> request.statement().isConditional())) {
      throw new IllegalArgumentException("Only conditional writes are supported: " + batch);
    }
    Partition partition = partition(place);
    learn(partition);
    if (!whatever && !batch.stream().allMatch(request -> holds(request, partition))) {
      return null;
    }
    List<Mutation.Part> parts = batch.stream().map(this::part).toList();
    Mutation decided = new Mutation(place, ++partition.writes, parts);
    if (!decided.isClear(order(place))) {
      throw new IllegalArgumentException("A batch that changes a row twice is not supported");
    }
    partition.last = decided;
    partition.decided.apply(decided);
    lag.decided(replica -> partition.replicas.get(replica).apply(decided));
    return decided;
  }

  private boolean holds(Request request, Partition partition) {
    CqlStatement statement = request.statement();
    if (!statement.isConditional()) {
      return true;
    }
    Map<String, ByteBuffer> row = read(request.row(ONE_ROW), asked(partition, Reading.SERIAL));
    Boolean exists = statement.condition().exists();
    if (exists != null && exists != (row != null)) {
      return false;
    }
    return statement.condition().comparisons().stream()
        .allMatch(
            each -> row != null && holds(each, statement.table(), row.get(each.column()), request));
  }

  private static boolean holds(
      Comparison comparison, CqlTable table, @Nullable ByteBuffer value, Request request) {
    ByteBuffer other = comparison.term().in(request.values());
    if (value == null || other == null) {
      return comparison.is("=") && value == null && other == null;
    }
    if (comparison.is("=")) {
      return value.equals(other);
    }
    int order = table.type(comparison.column()).compare(value, other);
    return switch (comparison.operator()) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      default -> throw new IllegalArgumentException("Not known here: " + comparison);
    };
  }

  private Mutation.Part part(Request request) {
    CqlStatement statement = request.statement();
    if (statement.kind() == Kind.DELETE) {
      boolean isOne = statement.table().clustering().isEmpty() || request.wantedRows() != null;
      return isOne ? new Mutation.DeleteRow(request.row(ONE_ROW)) : request.range();
    }
    Map<String, @Nullable ByteBuffer> values = new LinkedHashMap<>();
    for (int i = 0; i < statement.columns().size(); i++) {
      Term term = statement.values().get(i);
      String column = statement.columns().get(i);
      if (!statement.table().isKey(column) && request.isSet(term)) {
        values.put(column, term.in(request.values()));
      }
    }
    Term timeToLive = statement.limits().timeToLive();
    long end =
        timeToLive == null
            ? StoredRow.Cell.FOR_EVER
            : millis.getAsLong() / 1_000 + request.integer(timeToLive);
    return new Mutation.Write(request.row(ONE_ROW), statement.kind() == Kind.INSERT, values, end);
  }
}
