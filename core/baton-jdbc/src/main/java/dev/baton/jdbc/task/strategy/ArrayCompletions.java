package dev.baton.jdbc.task.strategy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.baton.jdbc.shared.CommonEnd;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.ArrayBinder;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.SqlFiles;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.Bytes;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Applies any number of transitions with one statement for each kind of change. */
final class ArrayCompletions implements SqlStrategy.Completions {
  /** If fewer transitions end alike, a separate statement for them isn't worthwhile. */
  private static final int MIN_ALIKE = 100;

  private final Statements statements;
  private final SharedRows shared;
  private final int minShared;

  ArrayCompletions(Statements statements, SharedRows shared) {
    this.statements = statements;
    this.shared = shared;
    this.minShared = shared.minTasks();
  }

  @Override
  public int statements(List<Transition> transitions) {
    int moves = of(ChangeKind.MOVE, transitions).isEmpty() ? 0 : 1;
    return moves
        + parts(ChangeKind.KEEP, transitions).size()
        + parts(ChangeKind.FORGET, transitions).size();
  }

  @Override
  public Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
      throws SQLException {
    return apply(connection, transitions, awaitedToo, "");
  }

  @Override
  public Set<UUID> applyUnlocked(Connection connection, List<Transition> transitions)
      throws SQLException {
    Set<UUID> applied = new HashSet<>(finishPlain(connection, transitions));
    List<Transition> left =
        transitions.stream().filter(transition -> !applied.contains(transition.id())).toList();
    if (!left.isEmpty()) {
      try {
        applied.addAll(apply(connection, left, false, SqlFiles.SKIP_LOCKED));
      } catch (SQLException e) {
        throw !applied.isEmpty() && connection.getAutoCommit() ? SqlErrors.inPart(e) : e;
      }
    }
    return applied;
  }

  /**
   * Finishes tasks that have only their own row and end alike. Most tasks do, and this simple
   * statement needs little planning.
   */
  private Set<UUID> finishPlain(Connection connection, List<Transition> transitions)
      throws SQLException {
    Set<UUID> applied = new HashSet<>();
    for (AlikeEnds part : parts(ChangeKind.KEEP, transitions)) {
      if (part.end() != null) {
        applied.addAll(keepAlike(connection, part.end(), part.transitions()));
      }
    }
    for (AlikeEnds part : parts(ChangeKind.FORGET, transitions)) {
      applied.addAll(
          part.end() != null
              ? forgetAlike(connection, part.end(), part.transitions())
              : statements.ids(
                  connection,
                  "finish-plain" + SqlFiles.SKIP_LOCKED,
                  b -> guards(b, part.transitions())));
    }
    return applied;
  }

  private Set<UUID> keepAlike(Connection connection, CommonEnd end, List<Transition> some)
      throws SQLException {
    if (some.size() >= minShared) {
      return shared.finish(connection, some.stream().map(Transition::id).toList(), end);
    }
    return statements.ids(
        connection,
        "finish-kept-alike",
        b -> alike(b, end, some).number(Binder.microsOf(end.keep())).number(end.to().code()));
  }

  private Set<UUID> forgetAlike(Connection connection, CommonEnd end, List<Transition> some)
      throws SQLException {
    return new HashSet<>(
        statements.prepared(
            connection,
            "finish-alike",
            b -> alike(b, end, some).number(end.version()),
            rows -> statements.id(rows, 1)));
  }

  private static ArrayBinder alike(ArrayBinder binder, CommonEnd end, List<Transition> some)
      throws SQLException {
    return binder
        .uuids(some, Transition::id)
        .number(end.version())
        .number(end.from().code())
        .uuid(end.owner());
  }

  /**
   * Splits the transitions of a kind into parts. Each large group that ends alike is one part; the
   * others form one part together.
   */
  private static List<AlikeEnds> parts(ChangeKind kind, List<Transition> transitions) {
    Map<Optional<CommonEnd>, List<Transition>> byEnd =
        of(kind, transitions).stream()
            .collect(groupingBy(CommonEnd::of, LinkedHashMap::new, toList()));
    List<AlikeEnds> parts = new ArrayList<>();
    List<Transition> others = new ArrayList<>();
    byEnd.forEach(
        (end, some) -> {
          if (end.isPresent() && (some.size() >= MIN_ALIKE || byEnd.size() == 1)) {
            parts.add(new AlikeEnds(end.get(), some));
          } else {
            others.addAll(some);
          }
        });
    if (!others.isEmpty()) {
      parts.add(new AlikeEnds(null, others));
    }
    return parts;
  }

  private static List<Transition> of(ChangeKind kind, List<Transition> transitions) {
    return transitions.stream().filter(t -> ChangeKind.of(t.change()) == kind).toList();
  }

  private Set<UUID> apply(
      Connection connection, List<Transition> transitions, boolean awaitedToo, String which)
      throws SQLException {
    Set<UUID> applied = new HashSet<>();
    for (ChangeKind kind : ChangeKind.values()) {
      List<Transition> some = of(kind, transitions);
      if (!some.isEmpty()) {
        applied.addAll(
            switch (kind) {
              case MOVE -> move(connection, some, which);
              case KEEP -> keep(connection, some, awaitedToo, which);
              case FORGET ->
                  statements.ids(
                      connection, "finish" + which, b -> guards(b, some).flag(awaitedToo));
            });
      }
    }
    return applied;
  }

  private Set<UUID> move(Connection connection, List<Transition> moves, String which)
      throws SQLException {
    return statements.ids(
        connection,
        "move" + which,
        b ->
            guards(b, moves)
                .words(moves, Transition::error)
                .smalls(moves, t -> t.outcome().code())
                .ints(moves, t -> t.rule().newVersion() ? 1 : 0)
                .smalls(moves, t -> to(t).status().code())
                .uuids(moves, t -> to(t).owner())
                .whens(moves, t -> to(t).runAt())
                .whens(moves, t -> to(t).nextEventAt())
                .ints(moves, t -> to(t).attempts())
                .ints(moves, t -> to(t).losses())
                .ints(moves, t -> to(t).lossLimit())
                .smalls(moves, t -> to(t).lastOutcome().code())
                .flags(moves, t -> move(t).changed())
                .texts(moves, t -> to(t).state())
                // Don't send an unchanged checkpoint, because it may be large.
                .bytes(moves, t -> move(t).changed() ? to(t).data() : null));
  }

  private Set<UUID> keep(
      Connection connection, List<Transition> finishes, boolean awaitedToo, String which)
      throws SQLException {
    return statements.ids(
        connection,
        "finish-kept" + which,
        b ->
            guards(b, finishes)
                .words(finishes, Transition::error)
                .smalls(finishes, t -> t.change().to().code())
                .bytes(finishes, ArrayCompletions::result)
                .longs(finishes, t -> Binder.microsOf(finish(t).keep()))
                .flag(awaitedToo));
  }

  private static ArrayBinder guards(ArrayBinder binder, List<Transition> transitions)
      throws SQLException {
    return binder
        .uuids(transitions, Transition::id)
        .longs(transitions, t -> t.guard().version())
        .smalls(transitions, t -> t.guard().status().code())
        .uuids(transitions, t -> t.guard().owner())
        .flags(transitions, t -> t.guard().timeIsUp());
  }

  private static Change.Move move(Transition transition) {
    return (Change.Move) transition.change();
  }

  private static NextPosition to(Transition transition) {
    return move(transition).placement();
  }

  private static Change.Finish finish(Transition transition) {
    return (Change.Finish) transition.change();
  }

  private static @Nullable Bytes result(Transition transition) {
    return finish(transition).result();
  }

  /**
   * The transitions that one statement writes.
   *
   * @param end the end that they have in common; null if they differ
   */
  private record AlikeEnds(@Nullable CommonEnd end, List<Transition> transitions) {}

  /** The kind of change to the row. */
  private enum ChangeKind {
    MOVE,
    KEEP,
    FORGET;

    static ChangeKind of(Change change) {
      if (change instanceof Change.Finish finish) {
        return finish.keep().isZero() ? FORGET : KEEP;
      }
      return MOVE;
    }
  }
}
