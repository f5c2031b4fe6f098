package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A parsed statement.
 *
 * @param columns the selected, inserted or set columns
 * @param values their values
 * @param where the rows it applies to
 * @param condition the condition for its execution
 * @param variables its question marks
 */
record CqlStatement(
    Kind kind,
    CqlTable table,
    List<String> columns,
    List<Term> values,
    List<Comparison> where,
    Condition condition,
    Limits limits,
    List<Variable> variables) {

  enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * The condition that its row must satisfy.
   *
   * @param exists whether the row must exist, or must not; null for neither
   */
  record Condition(List<Comparison> comparisons, @Nullable Boolean exists) {
    static final Condition NONE = new Condition(List.of(), null);
  }

  /**
   * @param timeToLive seconds after which the written values expire
   * @param rows the largest number of rows to read
   * @param backwards whether the last rows are read first
   */
  record Limits(@Nullable Term timeToLive, @Nullable Term rows, boolean backwards) {
    static final Limits NONE = new Limits(null, null, false);
  }

  /** A question mark in a statement. */
  record Variable(String name, RawType type) {}

  /** A comparison {@code column operator term}. */
  record Comparison(String column, String operator, Term term) {
    boolean is(String other) {
      return operator.equals(other);
    }
  }

  /**
   * A value in a statement.
   *
   * @param variable the index of its question mark; -1 for a literal
   * @param literal null for a question mark
   */
  record Term(int variable, @Nullable ByteBuffer literal) {
    @Nullable ByteBuffer in(List<@Nullable ByteBuffer> values) {
      return literal == null ? values.get(variable) : literal;
    }
  }

  boolean isConditional() {
    return condition.exists() != null || !condition.comparisons().isEmpty();
  }

  /** Returns the key of the partition that the statement uses. */
  List<ByteBuffer> partition(List<@Nullable ByteBuffer> values) {
    return table.partition().stream()
        .map(
            column ->
                Objects.requireNonNull(
                    value(column, values), () -> "No " + column + " in a statement on " + table))
        .toList();
  }

  /** Returns the value that the statement gives to a column of the key. */
  @Nullable ByteBuffer value(String column, List<@Nullable ByteBuffer> bound) {
    int inserted = kind == Kind.INSERT ? columns.indexOf(column) : -1;
    if (inserted >= 0) {
      return values.get(inserted).in(bound);
    }
    return where.stream()
        .filter(each -> each.column().equals(column) && each.is("="))
        .findFirst()
        .map(each -> each.term().in(bound))
        .orElse(null);
  }
}
