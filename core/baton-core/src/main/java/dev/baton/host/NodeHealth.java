package dev.baton.host;

import dev.baton.Baton;
import dev.baton.api.error.StoreException;
import dev.baton.cluster.StoreWarning;
import dev.baton.task.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the health of an application says of its node, in the same words for each framework.
 *
 * @param isRunning false when the node was stopped, or hasn't started
 * @param trouble why the node is down though it runs: its database can't be reached, or a loop of
 *     it doesn't come round in time
 * @param details by name
 */
public record NodeHealth(
    boolean isRunning, @Nullable Exception trouble, Map<String, Object> details) {

  /**
   * Asks the database, so it may take as long as that does.
   *
   * @param node null where it was stopped, or hasn't started
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
      trouble =
          new IllegalStateException("These loops of the node don't come round in time: " + late);
    }
    try {
      details.put("errors", TaskCount.of(node.operations(), Status.ERROR).count());
    } catch (StoreException down) {
      trouble = down;
    }
    List<StoreWarning> warnings = node.cluster().storeWarnings();
    if (!warnings.isEmpty()) {
      details.put(
          "database", warnings.stream().map(one -> one.kind() + ": " + one.message()).toList());
    }
    details.put("tasksInHand", node.tasksInHand());
    return new NodeHealth(true, trouble, details);
  }
}
