package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.baton.tck.simulation.cassandra.CqlStatement.Comparison;
import dev.baton.tck.simulation.cassandra.CqlStatement.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement with its values.
 *
 * @param unset variables without a bound value: their columns don't change
 */
public record Request(
    CqlStatement statement, List<@Nullable ByteBuffer> values, Set<Integer> unset) {

  List<ByteBuffer> partition() {
    return statement.partition(values);
  }

  boolean isSet(Term term) {
    return !unset.contains(term.variable());
  }

  int integer(Term term) {
    ByteBuffer value = Objects.requireNonNull(term.in(values));
    return value.getInt(value.position());
  }

  /** Returns the largest number of rows to read. */
  public int limit() {
    Term limit = statement.limits().rows();
    return limit == null ? Integer.MAX_VALUE : integer(limit);
  }

  /** Returns the key of the single row that it uses. */
  ByteBuffer row(ByteBuffer whereThereIsOne) {
    List<String> clustering = statement.table().clustering();
    return clustering.isEmpty()
        ? whereThereIsOne
        : Objects.requireNonNull(statement.value(clustering.get(0), values));
  }

  /** Returns the keys of the rows that it names one by one; null where it names a range. */
  @Nullable List<ByteBuffer> wantedRows() {
    String column = statement.table().clustering().get(0);
    for (Comparison each : statement.where()) {
      ByteBuffer value = each.column().equals(column) ? each.term().in(values) : null;
      if (value != null && each.is("=")) {
        return List.of(value);
      }
      if (value != null && each.is("IN")) {
        return Objects.requireNonNull(
            TypeCodecs.listOf(TypeCodecs.BLOB).decode(value, ProtocolVersion.V4));
      }
    }
    return null;
  }

  /** Returns the range of rows that it names. */
  Mutation.Delete range() {
    String column = statement.table().clustering().get(0);
    return new Mutation.Delete(bound(column, ">=", ">"), bound(column, "<", "<="));
  }

  private @Nullable ByteBuffer bound(String column, String known, String unknown) {
    ByteBuffer bound = null;
    for (Comparison each : statement.where()) {
      if (each.column().equals(column) && each.is(unknown)) {
        throw new IllegalArgumentException("A bound by " + unknown + " is not known here");
      }
      bound = each.column().equals(column) && each.is(known) ? each.term().in(values) : bound;
    }
    return bound;
  }

  /** Returns the name of its table. */
  public String table() {
    return statement.table().name();
  }

  /** Returns whether it writes a row that must not exist yet. */
  public boolean inserts() {
    return statement.kind() == CqlStatement.Kind.INSERT;
  }

  /** Returns whether it writes a row whose key begins with this byte. */
  public boolean writesRowOf(int kind) {
    if (!inserts() || statement.table().clustering().isEmpty()) {
      return false;
    }
    ByteBuffer key = row(ByteBuffer.allocate(1));
    return key.get(key.position()) == kind;
  }

  /** Returns the request with another value for this column. */
  public Request writing(String column, ByteBuffer value) {
    int index = statement.columns().indexOf(column);
    if (index < 0) {
      return this;
    }
    List<@Nullable ByteBuffer> others = new ArrayList<>(values);
    others.set(statement.values().get(index).variable(), value);
    return new Request(statement, others, unset);
  }

  @Override
  public String toString() {
    return statement.kind() + " " + statement.table().name();
  }
}
