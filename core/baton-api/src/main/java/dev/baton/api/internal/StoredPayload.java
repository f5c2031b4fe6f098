package dev.baton.api.internal;

import dev.baton.api.codec.Compression;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;

/**
 * A payload in its stored form: the output of the codec, perhaps compressed. Converts between the
 * stored form and the codec's output, for code that doesn't know the payload's class. Immutable.
 *
 * @param bytes the stored bytes
 * @param form version and compression, for {@link TaskTraits#withPayloadForm}; empty for version 1
 *     without compression
 */
public record StoredPayload(Bytes bytes, String form) {
  /**
   * Returns the stored form for this version, compressed if that makes it smaller.
   *
   * @param raw the codec's output
   * @throws PayloadException if the payload is to be compressed and is larger than the size limit
   */
  public static StoredPayload of(Bytes raw, int version, Compression compression) {
    Bytes stored = compression == Compression.GZIP ? Gzip.smaller(raw) : raw;
    return new StoredPayload(stored, PayloadForm.of(version, stored.length() < raw.length()));
  }

  /**
   * Returns the version under which a payload was written.
   *
   * @param traits the task's traits
   * @throws UnknownHereException if this node does not know the form
   */
  public static int version(TaskTraits traits) {
    return PayloadForm.version(traits.payloadForm());
  }

  /**
   * Returns the codec's output from the stored bytes.
   *
   * @param traits the task's traits, which contain the payload's form
   * @throws PayloadException if the bytes don't match the form, or this node does not know the form
   */
  public static Bytes raw(Bytes stored, TaskTraits traits) {
    return isCompressed(traits) ? Gzip.expand(stored) : stored;
  }

  /**
   * Returns the stored bytes for a codec's output, compressed if these traits say so. An operator's
   * edit doesn't change the traits of the task, so it must store the new payload in the form of the
   * old one.
   *
   * @param traits the traits of the task that gets the payload
   * @throws UnknownHereException if this node does not know the form
   * @throws PayloadException if the payload is to be compressed and is larger than the size limit
   */
  public static Bytes stored(Bytes raw, TaskTraits traits) {
    return isCompressed(traits) ? Gzip.packed(raw) : raw;
  }

  private static boolean isCompressed(TaskTraits traits) {
    return PayloadForm.isCompressed(traits.payloadForm());
  }
}
