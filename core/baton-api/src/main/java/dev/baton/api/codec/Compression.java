package dev.baton.api.codec;

/** Selects how a type's payloads are compressed. */
public enum Compression {
  /** Payloads are stored uncompressed. */
  NONE,
  /** Payloads are stored as gzip if that is smaller, otherwise uncompressed. */
  GZIP
}
