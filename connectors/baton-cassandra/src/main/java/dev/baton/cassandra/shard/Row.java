package dev.baton.cassandra.shard;

import org.jspecify.annotations.Nullable;

/**
 * The content of a row. The arrays are never changed.
 *
 * @param value what each reader needs
 * @param payload a part that may be large and is written once; null if there is none or it wasn't
 *     read
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Row(byte[] value, byte @Nullable [] payload) {}
