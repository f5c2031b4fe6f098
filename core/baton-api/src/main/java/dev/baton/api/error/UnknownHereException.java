package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A task needs something that this node does not know but another node may: a newer version of its
 * payload, a state, or a decryption key. The attempt does not count, and the node gives the task
 * back so that other nodes can run it. If no node has run it within {@code
 * NodeSettings.unknownTypeGrace}, and no live node is left that may know it, the task stops in
 * ERROR.
 *
 * <p>A codec or handler may throw it, but only before it has caused any effect, because another
 * node then runs the task.
 */
public final class UnknownHereException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param what says what this node doesn't know; must not quote the payload, because this text is
   *     stored and logged
   */
  public UnknownHereException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
