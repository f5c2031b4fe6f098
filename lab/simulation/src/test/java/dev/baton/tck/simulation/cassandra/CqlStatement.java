package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement that was read.
 *
 * @param columns that are selected, inserted or set
 * @param values of them
 * @param where which rows
 * @param condition what must hold for it to be carried out
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
   * What must hold of its row.
   *
   * @param exists whether it must be there, or must not; null for neither
   */
  record Condition(List<Comparison> comparisons, @Nullable Boolean exists) {
    static final Condition NONE = new Condition(List.of(), null);
  }

  /**
   * @param timeToLive of what is written, in seconds
   * @param rows how many are read at most
   * @param backwards whether the last rows are read first
   */
  record Limits(@Nullable Term timeToLive, @Nullable Term rows, boolean backwards) {
    static final Limits NONE = new Limits(null, null, false);
  }

  /** A question mark. */
  record Variable(String name, RawType type) {}

  /** {@code column operator term}. */
  record Comparison(String column, String operator, Term term) {
    boolean is(String other) {
      return operator.equals(other);
    }
  }

  /**
   * A value in a statement.
   *
   * @param variable which question mark it is; -1 for a literal
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

  /** Which partition it is about. */
  List<ByteBuffer> partition(List<@Nullable ByteBuffer> values) {
    return table.partition().stream()
        .map(
            column ->
                Objects.requireNonNull(
                    value(column, values), () -> "No " + column + " in a statement on " + table))
        .toList();
  }

  /** The value that it gives to a column of the key. */
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
