package dev.baton.crypto;

import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * An AES key with an id. Immutable and thread-safe.
 *
 * @param id stored with each payload that the key encrypts; 1–60 of {@code A-Z a-z 0-9 . _ : / -};
 *     never reuse it for another key
 * @param secret key of 16, 24 or 32 bytes, or a key in a security module
 */
public record PayloadKey(String id, SecretKey secret) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/-]{1,60}");

  public PayloadKey {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "A key's id has 1-60 of the characters A-Z a-z 0-9 . _ : / - ; '" + id + "' is invalid");
    }
    if (!secret.getAlgorithm().equals("AES")) {
      throw new IllegalArgumentException(
          "The key " + id + " must be an AES key, but is for " + secret.getAlgorithm());
    }
    byte[] encoded = secret.getEncoded();
    if (encoded != null && encoded.length != 16 && encoded.length != 24 && encoded.length != 32) {
      throw new IllegalArgumentException(
          "The key " + id + " has " + encoded.length + " bytes; an AES key has 16, 24 or 32");
    }
  }

  /**
   * Returns a key of these bytes: 16, 24 or 32 from a secure random source, not from a password.
   */
  public static PayloadKey of(String id, byte[] bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("The key " + id + " has no bytes");
    }
    return new PayloadKey(id, new SecretKeySpec(bytes, "AES"));
  }

  /** Returns the id, without the secret. */
  @Override
  public String toString() {
    return "PayloadKey(" + id + ")";
  }
}
