package dev.baton.api.codec;

/** Selects how a type's payloads are compressed. */
public enum Compression {
  /** Payloads are stored uncompressed. */
  NONE,
  /**
   * Payloads of at least 200 bytes are compressed with gzip if this makes them smaller; otherwise
   * they are stored uncompressed. The limit of 16 MiB applies to the uncompressed payload.
   */
  GZIP
}
