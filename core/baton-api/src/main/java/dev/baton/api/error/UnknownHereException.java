package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A task needs something that this node doesn't know and another node may know: a newer version of
 * its payload, a state, a key to decrypt with. The attempt doesn't count, and the task is given
 * back for other nodes. Once this node has met it again and again for {@code
 * NodeSettings.unknownTypeGrace}, the task stops in ERROR.
 *
 * <p>Codecs and handlers may throw it, before they have begun to do anything.
 */
public final class UnknownHereException extends PayloadUnreadableException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what names what is missing, without any content of the task: it is stored and logged
   */
  public UnknownHereException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
