package dev.baton.kafka.receive;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Derives ids from messages: the same id each time a message is read. */
final class MessageIds {
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long NOT_VERSION = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long NOT_VARIANT = 0x3FFF_FFFF_FFFF_FFFFL;

  private MessageIds() {}

  /**
   * Returns the id of a route's result for a message. The timestamp distinguishes the message from
   * one at the same position in a topic that was deleted and created again.
   */
  static UUID of(String what, ReceivedMessage message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(what);
      out.writeUTF(message.topic());
      out.writeInt(message.partition());
      out.writeLong(message.offset());
      out.writeLong(message.timestamp());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return hash(bytes.toByteArray());
  }

  static UUID hash(byte[] bytes) {
    try {
      ByteBuffer hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
      long high = (hash.getLong() & NOT_VERSION) | VERSION_8;
      return new UUID(high, (hash.getLong() & NOT_VARIANT) | VARIANT);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
