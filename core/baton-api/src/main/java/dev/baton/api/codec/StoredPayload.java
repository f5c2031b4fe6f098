package dev.baton.api.codec;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.operate.Operations;
import dev.baton.task.Bytes;
import java.util.Map;

/**
 * A payload in the form it is stored in. Also for those who don't know the class behind it: what a
 * type's codec wrote is taken out of that form and put back into it. Immutable.
 *
 * @param bytes what is stored
 * @param form the entry {@link #CONTEXT} of the task's carried context; empty for none
 */
public record StoredPayload(Bytes bytes, String form) {
  /**
   * The entry of the carried context that says how a payload was written, where that isn't the
   * usual: version 1 and raw.
   */
  public static final String CONTEXT = PayloadForm.CONTEXT;

  /**
   * To be stored under this version, compressed where that makes it smaller.
   *
   * @param raw what the codec wrote
   * @throws PayloadUnwritableException when it is to be compressed and larger than any payload may
   *     be
   */
  public static StoredPayload of(Bytes raw, int version, Compression compression) {
    Bytes stored = compression.compress(raw);
    boolean isSmaller = stored.length() < raw.length();
    return new StoredPayload(
        stored, PayloadForm.of(version, isSmaller ? compression : Compression.NONE));
  }

  /**
   * The version under which a payload was written.
   *
   * @param context the task's carried context
   * @throws UnknownHereException when that says what this node doesn't know
   */
  public static int version(Map<String, String> context) {
    return PayloadForm.version(context.get(CONTEXT));
  }

  /**
   * What the codec wrote, however it is stored.
   *
   * @param context the task's carried context, which says how the payload was written
   * @throws PayloadUnreadableException when it isn't what the context says, or that is unknown here
   */
  public static Bytes raw(Bytes stored, Map<String, String> context) {
    return isCompressed(context) ? Compression.expand(stored) : stored;
  }

  /**
   * What a codec wrote, in the form that this context speaks of, so that the context stays true:
   * for {@link Operations#edit(java.util.UUID, long, Bytes)}.
   *
   * @param context of the task whose payload it becomes
   * @throws UnknownHereException when that says what this node doesn't know
   * @throws PayloadUnwritableException when it is to be compressed and larger than any payload may
   *     be
   */
  public static Bytes stored(Bytes raw, Map<String, String> context) {
    return isCompressed(context) ? Compression.packed(raw) : raw;
  }

  private static boolean isCompressed(Map<String, String> context) {
    return PayloadForm.isCompressed(context.get(CONTEXT));
  }
}
