package dev.baton.host;

import dev.baton.Baton;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.task.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Health of a node, as each framework shows it in the health of the application.
 *
 * @param isRunning false if the node was stopped or hasn't started
 * @param trouble why the node is down although it runs: its database can't be reached or takes no
 *     writes, or one of its loops is late; null if the node is healthy
 * @param details further facts by name
 */
public record NodeHealth(
    boolean isRunning, @Nullable Exception trouble, Map<String, Object> details) {

  /**
   * Returns the health of a node. Queries the database unless the node knows that it doesn't
   * respond, so it may take as long as the query.
   *
   * @param node null if it was stopped or hasn't started
   */
  public static NodeHealth of(@Nullable Baton node) {
    Map<String, Object> details = new LinkedHashMap<>();
    if (node == null) {
      details.put("node", "not running");
      return new NodeHealth(false, null, details);
    }
    details.put("node", "running");
    Exception trouble = null;
    List<String> late = node.lateLoops();
    if (!late.isEmpty()) {
      details.put("lateLoops", late);
      trouble = new IllegalStateException("These loops of the node are late: " + late);
    }
    List<StoreWarning> warnings = node.cluster().storeWarnings();
    Optional<StoreWarning> down =
        warnings.stream()
            .filter(one -> one.kind() == Kind.UNREACHABLE || one.kind().stopsStarts())
            .findFirst();
    if (down.isPresent()) {
      trouble = new StoreUnavailableException(down.get().kind() + ": " + down.get().message());
    } else {
      try {
        details.put("errors", TaskCount.of(node.operations(), Status.ERROR).count());
      } catch (StoreException away) {
        trouble = away;
      }
    }
    if (!warnings.isEmpty()) {
      details.put(
          "database", warnings.stream().map(one -> one.kind() + ": " + one.message()).toList());
    }
    details.put("leasedTasks", node.leasedTasks());
    return new NodeHealth(true, trouble, details);
  }
}
