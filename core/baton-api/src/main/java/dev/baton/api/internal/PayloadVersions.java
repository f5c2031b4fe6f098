package dev.baton.api.internal;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.task.Bytes;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The class of a type's payloads, its version, and how to read payloads of older versions.
 * Immutable.
 */
public record PayloadVersions<P>(Class<P> today, int version, TreeMap<Integer, Old<?, P>> older) {

  /** Reads payloads of an older version. */
  public record Old<O, P>(Class<O> type, Function<O, P> upcaster) {
    P read(PayloadCodec codec, Bytes bytes) {
      return upcaster.apply(codec.decode(bytes, type));
    }
  }

  /** Returns version 1 of a class, without older versions. */
  public static <P> PayloadVersions<P> fresh(Class<P> today) {
    return new PayloadVersions<>(today, 1, new TreeMap<>());
  }

  /** Returns the classes of all versions that can be read. */
  Stream<Class<?>> classes() {
    return Stream.concat(Stream.of(today), older.values().stream().map(Old::type));
  }

  public PayloadVersions<P> version(int current) {
    if (current < 1) {
      throw new IllegalArgumentException("A payload version is at least 1, not " + current);
    }
    return new PayloadVersions<>(today, current, older);
  }

  public <O> PayloadVersions<P> reads(
      String typeName, int version, Class<O> type, Function<O, P> upcaster) {
    TreeMap<Integer, Old<?, P>> more = new TreeMap<>(older);
    if (version < 1 || more.put(version, new Old<>(type, upcaster)) != null) {
      throw new IllegalArgumentException(
          "Version " + version + " of " + typeName + " is below 1 or defined twice");
    }
    return new PayloadVersions<>(today, this.version, more);
  }
}
