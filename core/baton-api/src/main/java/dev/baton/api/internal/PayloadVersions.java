package dev.baton.api.internal;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.task.Bytes;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The current class and version of a type's payloads, and how to read payloads of other versions.
 * Immutable.
 */
public record PayloadVersions<P>(
    Class<P> current, int version, SortedMap<Integer, Old<?, P>> older) {

  public PayloadVersions {
    older = Collections.unmodifiableSortedMap(new TreeMap<>(older));
  }

  /** Reads payloads of another version. */
  public record Old<O, P>(Class<O> type, Function<O, P> upcaster) {
    P read(PayloadCodec codec, Bytes bytes) {
      return upcaster.apply(codec.decode(bytes, type));
    }
  }

  /** Returns version 1 of a class, without older versions. */
  public static <P> PayloadVersions<P> fresh(Class<P> current) {
    return new PayloadVersions<>(current, 1, new TreeMap<>());
  }

  /** Returns the classes of all versions that can be read. */
  Stream<Class<?>> classes() {
    return Stream.concat(Stream.of(current), older.values().stream().map(Old::type));
  }

  public PayloadVersions<P> version(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("A payload version is at least 1, not " + number);
    }
    return new PayloadVersions<>(current, number, older);
  }

  public <O> PayloadVersions<P> reads(
      String typeName, int version, Class<O> type, Function<O, P> upcaster) {
    TreeMap<Integer, Old<?, P>> more = new TreeMap<>(older);
    if (version < 1 || more.put(version, new Old<>(type, upcaster)) != null) {
      throw new IllegalArgumentException(
          "reads("
              + version
              + ", ...) of "
              + typeName
              + ": the version is below 1 or defined twice");
    }
    return new PayloadVersions<>(current, this.version, more);
  }
}
