package dev.baton.operate.cluster;

import dev.baton.task.internal.Texts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A warning of a node about its database, its clock or its configuration, as stored with the node.
 *
 * @param kind the name of a {@link StoreWarning.Kind}, {@link #LIMITS_DIFFER}, or a kind that a
 *     newer version has added
 * @param message one line that describes the fault, its effect and what to do, without values of
 *     tasks; cut after {@link #MAX_MESSAGE} characters
 * @param since when the node found the fault, on the store's clock
 */
public record NodeWarning(String kind, String message, Instant since) {
  /** Kind of the warning that nodes define a limit of the cluster with different values. */
  public static final String LIMITS_DIFFER = "LIMITS_DIFFER";

  /** Maximum number of characters of a message. */
  public static final int MAX_MESSAGE = 600;

  public NodeWarning {
    message = Texts.kept(message, MAX_MESSAGE);
    since = since.truncatedTo(ChronoUnit.MILLIS);
  }
}
