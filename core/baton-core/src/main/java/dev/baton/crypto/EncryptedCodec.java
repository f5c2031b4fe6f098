package dev.baton.crypto;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the output of another codec by AES-GCM. If the bytes can't be decrypted, because they
 * were changed or belong to another type, the codec throws a {@link PayloadException}. The task
 * then stops in ERROR, its bytes are kept, and you can retry it after you have corrected the cause.
 * If this node doesn't have the key but another node may, the codec throws an {@link
 * UnknownHereException}. Thread-safe.
 *
 * <pre>{@code
 * PayloadKeys keys = KeyRing.of(PayloadKey.of("2026-05", secret)).reads(lastYears);
 * TaskType<Payout, Void> EXECUTE_PAYOUT =
 *     TaskType.of("EXECUTE_PAYOUT", Payout.class)
 *         .codec(EncryptedCodec.of("EXECUTE_PAYOUT", new JacksonCodec(), keys));
 * }</pre>
 *
 * <p>The codec encrypts the payload, the result and the data of a state machine's states. It does
 * not encrypt the other parts of a task: type, sub-type, key, unique key, context, errors, progress
 * and checkpoints that are written as bytes. Operators search by some of these. Encrypted bytes
 * can't be compressed: {@code TaskType.compressed} has no effect on them.
 *
 * <p>Nonces are random. To keep the risk of a repeated nonce low, change the key before it has
 * encrypted about 4,000,000,000 payloads.
 */
public final class EncryptedCodec implements PayloadCodec {
  private static final byte[] MARK = {(byte) 0xBA, 0x70, 0x4E, 0x01};
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final int SHORTEST = MARK.length + 2 + NONCE_BYTES + TAG_BYTES;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String type;
  private final PayloadCodec plain;
  private final PayloadKeys keys;
  private final boolean readsPlain;

  private EncryptedCodec(String type, PayloadCodec plain, PayloadKeys keys, boolean readsPlain) {
    this.type = type;
    this.plain = plain;
    this.keys = keys;
    this.readsPlain = readsPlain;
  }

  /**
   * Returns the codec of a type.
   *
   * @param type the task type's stored name; the bytes can only be read as payloads of this type
   * @param plain the codec whose output is encrypted, for example JSON
   */
  public static EncryptedCodec of(String type, PayloadCodec plain, PayloadKeys keys) {
    if (type.isBlank()) {
      throw new IllegalArgumentException("Name the task type whose payloads are encrypted");
    }
    return new EncryptedCodec(type, plain, keys, false);
  }

  /**
   * Returns a copy that also reads unencrypted payloads. Use it only until no unencrypted payload
   * is left: while it is in use, an attacker with write access to the database can insert
   * unencrypted payloads.
   */
  public EncryptedCodec alsoReadsPlain() {
    return new EncryptedCodec(type, plain, keys, true);
  }

  @Override
  public Bytes encode(Object value) {
    byte[] raw = plain.encode(value).toArray();
    PayloadKey key = keys.current();
    byte[] id = key.id().getBytes(StandardCharsets.US_ASCII);
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(raw);
      return Bytes.of(
          ByteBuffer.allocate(MARK.length + 1 + id.length + NONCE_BYTES + encrypted.length)
              .put(MARK)
              .put((byte) id.length)
              .put(id)
              .put(nonce)
              .put(encrypted)
              .array());
    } catch (GeneralSecurityException refused) {
      throw new IllegalArgumentException(
          "The payload of a task of type "
              + type
              + " can't be encrypted with the key "
              + key.id()
              + ": "
              + refused.getMessage(),
          refused);
    }
  }

  @Override
  public <T> T decode(Bytes bytes, Class<T> target) {
    byte[] stored = bytes.toArray();
    if (!isMarked(stored)) {
      if (readsPlain) {
        return plain.decode(bytes, target);
      }
      throw unknown("it isn't encrypted, and this node reads only encrypted payloads", null);
    }
    return plain.decode(Bytes.of(decrypted(stored)), target);
  }

  @Override
  public void requireReadable(Class<?> target) {
    plain.requireReadable(target);
  }

  /** Returns whether an {@code EncryptedCodec} wrote these bytes. */
  public static boolean isEncrypted(Bytes bytes) {
    return isMarked(bytes.toArray());
  }

  private static boolean isMarked(byte[] stored) {
    return stored.length >= MARK.length
        && Arrays.equals(stored, 0, MARK.length, MARK, 0, MARK.length);
  }

  private byte[] decrypted(byte[] stored) {
    int idLength = stored.length < SHORTEST ? 0 : stored[MARK.length];
    int begin = MARK.length + 1 + idLength;
    if (idLength < 1 || stored.length < begin + NONCE_BYTES + TAG_BYTES) {
      throw unreadable("it is cut short", null);
    }
    String id = new String(stored, MARK.length + 1, idLength, StandardCharsets.US_ASCII);
    PayloadKey key = keys.find(id);
    if (key == null) {
      throw unknown(
          "it is encrypted with the key '"
              + printable(id)
              + "', which this node doesn't have. Give it that key to read with, then retry the"
              + " task if it has stopped; its bytes are kept as they are",
          null);
    }
    byte[] nonce = Arrays.copyOfRange(stored, begin, begin + NONCE_BYTES);
    try {
      return cipher(Cipher.DECRYPT_MODE, key, nonce)
          .doFinal(stored, begin + NONCE_BYTES, stored.length - begin - NONCE_BYTES);
    } catch (AEADBadTagException changed) {
      throw unreadable(
          "it was changed after it was encrypted, or belongs to another task type, or the key '"
              + id
              + "' of this node differs from the key that encrypted it",
          changed);
    } catch (GeneralSecurityException refused) {
      throw unknown("the key '" + id + "' can't be used: " + refused.getMessage(), refused);
    }
  }

  private static String printable(String id) {
    return id.replaceAll("[^A-Za-z0-9._:/-]", "?");
  }

  private Cipher cipher(int mode, PayloadKey key, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.secret(), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(("baton:" + key.id() + ":" + type).getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  /** Creates the exception for a key that another node may have. */
  private UnknownHereException unknown(String why, @Nullable Throwable cause) {
    return new UnknownHereException(
        "The payload of a task of type " + type + " can't be read: " + why, cause);
  }

  private PayloadException unreadable(String why, @Nullable Throwable cause) {
    return new PayloadException(
        "The payload of a task of type " + type + " can't be read: " + why, cause);
  }
}
