package dev.baton.tck.simulation.sql;

import dev.baton.api.Transaction;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.Switches;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.rule.ClaimFence;
import dev.baton.tck.simulation.SimulatedNode;
import dev.baton.tck.simulation.Verb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes which store method a node is in, for the checkers of what it commits meanwhile. */
final class VerbTracker {
  private static final Map<String, Verb> VERBS =
      Map.ofEntries(
          Map.entry("claim", Verb.CLAIM),
          Map.entry("claimWithin", Verb.CLAIM),
          Map.entry("renew", Verb.RENEW),
          Map.entry("runAgain", Verb.RUN_AGAIN),
          Map.entry("due", Verb.DUE),
          Map.entry("overdue", Verb.OVERDUE),
          Map.entry("fetch", Verb.FETCH),
          Map.entry("scan", Verb.SCAN),
          Map.entry("firstOfEachFlow", Verb.FIRST_OF_EACH_FLOW),
          Map.entry("find", Verb.FIND),
          Map.entry("beat", Verb.BEAT),
          Map.entry("pauses", Verb.PAUSES),
          Map.entry("prune", Verb.PRUNE),
          Map.entry("edit", Verb.EDIT));

  private VerbTracker() {}

  static <T> T around(Class<T> type, T store, SqlDatabase database, SimulatedNode node) {
    return type.cast(
        Proxy.newProxyInstance(
            VerbTracker.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> call(store, method, given, database, node)));
  }

  private static @Nullable Object call(
      Object store,
      Method method,
      Object @Nullable [] given,
      SqlDatabase database,
      SimulatedNode node)
      throws Throwable {
    node.require();
    foretell(method.getName(), given, database, node);
    boolean inside = given != null && given.length > 0 && given[0] instanceof Transaction;
    Verb before = database.doing(inside ? null : VERBS.getOrDefault(method.getName(), Verb.APPLY));
    try {
      Object answer = method.invoke(store, given);
      if (method.getName().equals("pauses")) {
        database.tellLearnt(node, ((List<?>) answer).stream().map(Paused.class::cast).toList());
      } else if (answer instanceof Switches found) {
        database.tellLearnt(node, found.pauses());
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      database.doing(before);
    }
  }

  private static void foretell(
      String verb, Object @Nullable [] given, SqlDatabase database, SimulatedNode node) {
    if (verb.equals("claim")) {
      database.tellClaiming(
          node,
          ((List<?>) given[2])
              .stream().map(ClaimRequest.class::cast).map(ClaimRequest::id).toList());
    } else if (verb.equals("renew")) {
      database.tellRenewing(
          node, ((List<?>) given[1]).stream().map(ClaimFence.class::cast).toList());
    }
  }
}
