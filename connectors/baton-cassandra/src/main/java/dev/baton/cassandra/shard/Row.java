package dev.baton.cassandra.shard;

import org.jspecify.annotations.Nullable;

/**
 * What a row holds. The arrays are never changed.
 *
 * @param value what each reader needs
 * @param payload what may be large, and is written once; null for none, and where it wasn't read
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Row(byte[] value, byte @Nullable [] payload) {}
