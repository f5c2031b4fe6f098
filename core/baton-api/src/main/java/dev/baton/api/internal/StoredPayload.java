package dev.baton.api.internal;

import dev.baton.api.codec.Compression;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import dev.baton.task.internal.TaskTraits;

/**
 * A payload in the form it is stored in. Also for those who don't know the class behind it: what a
 * type's codec wrote is taken out of that form and put back into it. Immutable.
 *
 * @param bytes what is stored
 * @param form how it is written, for {@link TaskTraits#withPayloadForm}; empty for version 1 and
 *     raw
 */
public record StoredPayload(Bytes bytes, String form) {
  /**
   * To be stored under this version, compressed where that makes it smaller.
   *
   * @param raw what the codec wrote
   * @throws PayloadUnwritableException when it is to be compressed and larger than any payload may
   *     be
   */
  public static StoredPayload of(Bytes raw, int version, Compression compression) {
    Bytes stored = compression == Compression.GZIP ? Gzip.smaller(raw) : raw;
    return new StoredPayload(stored, PayloadForm.of(version, stored.length() < raw.length()));
  }

  /**
   * The version under which a payload was written.
   *
   * @param traits the task's
   * @throws UnknownHereException when they say what this node doesn't know
   */
  public static int version(TaskTraits traits) {
    return PayloadForm.version(traits.payloadForm());
  }

  /**
   * What the codec wrote, however it is stored.
   *
   * @param traits the task's, which say how the payload was written
   * @throws PayloadUnreadableException when it isn't what the traits say, or that is unknown here
   */
  public static Bytes raw(Bytes stored, TaskTraits traits) {
    return isCompressed(traits) ? Gzip.expand(stored) : stored;
  }

  /**
   * Returns what a codec wrote in the form that these traits name. An operator's edit keeps the
   * traits of the task, so the new payload needs the form of the old one.
   *
   * @param traits of the task whose payload it becomes
   * @throws UnknownHereException when they say what this node doesn't know
   * @throws PayloadUnwritableException when it is to be compressed and larger than any payload may
   *     be
   */
  public static Bytes stored(Bytes raw, TaskTraits traits) {
    return isCompressed(traits) ? Gzip.packed(raw) : raw;
  }

  private static boolean isCompressed(TaskTraits traits) {
    return PayloadForm.isCompressed(traits.payloadForm());
  }
}
