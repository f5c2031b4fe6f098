/**
 * Payloads, results and state data that only those can read who have the key: AES-GCM around any
 * codec.
 *
 * <p>What is stored: four bytes that say so, the length of the key's id and the id, a random nonce
 * of 12 bytes, and the ciphertext with its tag of 16 bytes. The tag also covers the task type and
 * the key's id, so that what was written for one type can't be put in the place of another's.
 */
@NullMarked
package dev.baton.crypto;

import org.jspecify.annotations.NullMarked;
