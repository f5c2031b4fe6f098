package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A task needs something that this node does not know but another node may: a newer version of its
 * payload, a state, or a decryption key. The attempt does not count, and the task is given back for
 * other nodes. If this node keeps failing like this for {@code NodeSettings.unknownTypeGrace}, the
 * task stops in ERROR.
 *
 * <p>Codecs and handlers may throw this exception before they have any effect.
 */
public final class UnknownHereException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that contains no content of the payload.
   *
   * @param what names the missing item, without content of the task, because it is stored and
   *     logged
   */
  public UnknownHereException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
