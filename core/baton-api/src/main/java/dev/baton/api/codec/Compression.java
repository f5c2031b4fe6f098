package dev.baton.api.codec;

/** Selects how a type's payloads are compressed. */
public enum Compression {
  /** Payloads are stored uncompressed. */
  NONE,
  /**
   * Payloads are compressed with gzip if this makes them smaller; otherwise they are stored
   * uncompressed.
   */
  GZIP
}
