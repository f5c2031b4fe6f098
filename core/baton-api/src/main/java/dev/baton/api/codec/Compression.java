package dev.baton.api.codec;

/** Whether a type's payloads are compressed. */
public enum Compression {
  /** As they are. */
  NONE,
  /** By gzip, where that is smaller; as they are where it isn't. */
  GZIP
}
