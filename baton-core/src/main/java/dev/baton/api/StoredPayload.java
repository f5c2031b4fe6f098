package dev.baton.api;

import dev.baton.task.Bytes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Payloads for those who don't know the class behind them: what a type's codec wrote, taken out of
 * the form it is stored in and put back into it.
 */
public final class StoredPayload {
  private StoredPayload() {}

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
   */
  public static Bytes stored(Bytes raw, Map<String, String> context) {
    return isCompressed(context) ? Compression.packed(raw) : raw;
  }

  private static boolean isCompressed(Map<String, String> context) {
    @Nullable String form = context.get(PayloadForm.CONTEXT);
    return PayloadForm.isCompressed(form);
  }
}
