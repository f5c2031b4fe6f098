package dev.baton.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;

/** An id that follows from what a task is about: a UUID of version 8, by SHA-256. */
final class DerivedId {
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long NOT_VERSION = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long NOT_VARIANT = 0x3FFF_FFFF_FFFF_FFFFL;

  private DerivedId() {}

  static UUID of(String type, List<?> parts) {
    MessageDigest digest = sha256();
    add(digest, type);
    for (Object part : parts) {
      add(digest, String.valueOf(part));
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    long high = (hash.getLong() & NOT_VERSION) | VERSION_8;
    long low = (hash.getLong() & NOT_VARIANT) | VARIANT;
    return new UUID(high, low);
  }

  /** Each with its length: ("a", "bc") must not be ("ab", "c"). */
  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
