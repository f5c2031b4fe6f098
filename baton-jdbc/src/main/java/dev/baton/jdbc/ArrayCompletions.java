package dev.baton.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.baton.task.Bytes;
import dev.baton.task.Change;
import dev.baton.task.Guard;
import dev.baton.task.Placement;
import dev.baton.task.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Applies any number of transitions by one statement for each kind of change. */
final class ArrayCompletions implements Verbs.Completions {
  /** Fewer that have one guard aren't worth a statement of their own beside others. */
  private static final int LEAST_ALIKE = 100;

  private final Statements statements;

  ArrayCompletions(Statements statements) {
    this.statements = statements;
  }

  @Override
  public int statements(List<Transition> transitions) {
    long others =
        transitions.stream()
            .map(transition -> Kind.of(transition.change()))
            .filter(kind -> kind != Kind.FORGET)
            .distinct()
            .count();
    return (int) others + forgotten(transitions).size();
  }

  @Override
  public Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
      throws SQLException {
    return apply(connection, transitions, awaitedToo, "");
  }

  @Override
  public Set<UUID> applyFree(Connection connection, List<Transition> transitions)
      throws SQLException {
    Set<UUID> applied = new HashSet<>(finishPlain(connection, transitions));
    // Most rows show that nobody has them locked: they needn't be locked before they are written.
    for (String which : List.of(SqlFiles.UNTOUCHED, SqlFiles.FREE)) {
      List<Transition> left =
          transitions.stream().filter(transition -> !applied.contains(transition.id())).toList();
      if (!left.isEmpty()) {
        applied.addAll(apply(connection, left, false, which));
      }
    }
    return applied;
  }

  /** Most tasks that leave no trace have neither keys nor attempts: that is quickly planned. */
  private Set<UUID> finishPlain(Connection connection, List<Transition> transitions)
      throws SQLException {
    Set<UUID> applied = new HashSet<>();
    for (List<Transition> some : forgotten(transitions)) {
      UUID owner = some.get(0).guard().owner();
      applied.addAll(
          areAlike(some) && owner != null
              ? finishAlike(connection, owner, some)
              : statements.ids(
                  connection, "finish-plain" + SqlFiles.UNTOUCHED, b -> guards(b, some)));
    }
    return applied;
  }

  private Set<UUID> finishAlike(Connection connection, UUID owner, List<Transition> some)
      throws SQLException {
    Guard guard = some.get(0).guard();
    return statements.ids(
        connection,
        "finish-alike" + SqlFiles.UNTOUCHED,
        b ->
            b.uuids(some, Transition::id)
                .number(guard.version())
                .number(guard.status().code())
                .uuid(owner));
  }

  /** Those that leave no trace: the many of one guard each by themselves, the others together. */
  private static List<List<Transition>> forgotten(List<Transition> transitions) {
    Collection<List<Transition>> byGuard =
        transitions.stream()
            .filter(t -> Kind.of(t.change()) == Kind.FORGET)
            .collect(groupingBy(Transition::guard, LinkedHashMap::new, toList()))
            .values();
    List<List<Transition>> parts = new ArrayList<>();
    List<Transition> others = new ArrayList<>();
    for (List<Transition> some : byGuard) {
      if (some.size() >= LEAST_ALIKE && areAlike(some)) {
        parts.add(some);
      } else {
        others.addAll(some);
      }
    }
    if (!others.isEmpty()) {
      parts.add(others);
    }
    return parts;
  }

  /** Whether one guard is that of all, and as a holder's is. */
  private static boolean areAlike(List<Transition> some) {
    Guard guard = some.get(0).guard();
    return guard.owner() != null
        && !guard.timeIsUp()
        && some.stream().allMatch(other -> other.guard().equals(guard));
  }

  private Set<UUID> apply(
      Connection connection, List<Transition> transitions, boolean awaitedToo, String which)
      throws SQLException {
    Set<UUID> applied = new HashSet<>();
    for (Kind kind : Kind.values()) {
      List<Transition> some = new ArrayList<>();
      for (Transition transition : transitions) {
        if (Kind.of(transition.change()) == kind) {
          some.add(transition);
        }
      }
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
                .texts(moves, Transition::error)
                .ints(moves, t -> move(t).newVersion() ? 1 : 0)
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
                // What didn't change isn't sent: a checkpoint may be large.
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
                .texts(finishes, Transition::error)
                .smalls(finishes, t -> t.change().to().code())
                .bytes(finishes, ArrayCompletions::result)
                .longs(finishes, t -> Micros.of(finish(t).keep()))
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

  private static Placement to(Transition transition) {
    return move(transition).placement();
  }

  private static Change.Finish finish(Transition transition) {
    return (Change.Finish) transition.change();
  }

  private static @Nullable Bytes result(Transition transition) {
    return finish(transition).result();
  }

  /** What becomes of the row. */
  private enum Kind {
    MOVE,
    KEEP,
    FORGET;

    static Kind of(Change change) {
      if (change instanceof Change.Finish finish) {
        return finish.keep().isZero() ? FORGET : KEEP;
      }
      return MOVE;
    }
  }
}
