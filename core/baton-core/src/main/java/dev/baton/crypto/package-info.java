/**
 * Encrypts payloads, results and state data by AES-GCM, around any codec. Only nodes with the key
 * can read them.
 *
 * <p>The stored form begins with four bytes that mark it as encrypted. Then follow the length of
 * the key's id, the id, a random nonce of 12 bytes, and the ciphertext with its tag of 16 bytes.
 * The tag also covers the task type and the key's id, so that a payload of one type can't replace a
 * payload of another type.
 */
@NullMarked
package dev.baton.crypto;

import org.jspecify.annotations.NullMarked;
