package dev.baton.json;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Finds a place in a class that can't be read from any JSON, such as a sealed interface without
 * type information. For each place, the probe lets Jackson read a text that ends within the value
 * at that place. If Jackson reports that it can't create the class, the place is found. If Jackson
 * reports that the text ends too early, the class can be read. Because the text is incomplete,
 * Jackson calls no constructors with parameters. The probe skips properties that the application
 * renames or ignores. Use an instance once, on one thread.
 */
final class ReadableProbe {
  private static final int MAX_DEPTH = 10;
  private static final int MAX_PROBES = 1_000;
  private static final RecordComponent[] NONE = {};
  private static final String UNFINISHED = "{\"\":0";

  private final Predicate<byte[]> isUnreadable;
  private final Set<Type> seen = new HashSet<>();
  private int probes;

  /** A place and the class at that place. */
  record ProbedPlace(String path, Class<?> type) {}

  /**
   * @param isUnreadable returns whether Jackson can't create the class of the last value in this
   *     incomplete text, whatever follows
   */
  ReadableProbe(Predicate<byte[]> isUnreadable) {
    this.isUnreadable = isUnreadable;
  }

  /** Returns the first place in the class that can't be read; empty if there is none. */
  Optional<ProbedPlace> find(Class<?> root) {
    return find(root, "", "", 0);
  }

  private Optional<ProbedPlace> find(Type type, String before, String path, int depth) {
    if (type instanceof Class<?> one) {
      return one.isArray()
          ? find(one.getComponentType(), before + "[", path + "[]", depth)
          : ofClass(one, before, path, depth);
    }
    if (type instanceof GenericArrayType array) {
      return find(array.getGenericComponentType(), before + "[", path + "[]", depth);
    }
    if (type instanceof WildcardType wildcard) {
      return find(wildcard.getUpperBounds()[0], before, path, depth);
    }
    return type instanceof ParameterizedType parameterized
        ? ofParameterized(parameterized, before, path, depth)
        : Optional.empty();
  }

  private Optional<ProbedPlace> ofParameterized(
      ParameterizedType type, String before, String path, int depth) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    Type last = arguments[arguments.length - 1];
    if (Map.class.isAssignableFrom(raw) && arguments.length == 2) {
      return find(last, before + "{\"k\":", path + "[]", depth);
    }
    if (Iterable.class.isAssignableFrom(raw) && arguments.length == 1) {
      return find(last, before + "[", path + "[]", depth);
    }
    if (raw == Optional.class || raw == AtomicReference.class) {
      return find(last, before, path, depth);
    }
    return ofClass(raw, before, path, depth);
  }

  private Optional<ProbedPlace> ofClass(Class<?> type, String before, String path, int depth) {
    if (type.isPrimitive() || type.isEnum() || !seen.add(type) || ++probes > MAX_PROBES) {
      return Optional.empty();
    }
    boolean mayBeAText = depth > 0 && isOfPlainValues(type);
    if (!mayBeAText && isUnreadable.test((before + UNFINISHED).getBytes(StandardCharsets.UTF_8))) {
      return Optional.of(new ProbedPlace(path, type));
    }
    return depth == MAX_DEPTH || type.getName().startsWith("java")
        ? Optional.empty()
        : ofMembers(type, before, path, depth + 1);
  }

  /**
   * Returns whether a text or a number can be read as this class, such as {@code Comparable} or
   * {@code Object}.
   */
  private static boolean isOfPlainValues(Class<?> type) {
    return type.isAssignableFrom(String.class) || type.isAssignableFrom(Integer.class);
  }

  private Optional<ProbedPlace> ofMembers(Class<?> type, String before, String path, int depth) {
    for (RecordComponent component : type.isRecord() ? type.getRecordComponents() : NONE) {
      Optional<ProbedPlace> found =
          ofMember(component.getName(), component.getGenericType(), before, path, depth);
      if (found.isPresent()) {
        return found;
      }
    }
    for (Class<?> in = type.isRecord() ? null : type; in != null; in = in.getSuperclass()) {
      for (Field field : in.getDeclaredFields()) {
        boolean isProperty = !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
        Optional<ProbedPlace> found =
            isProperty
                ? ofMember(field.getName(), field.getGenericType(), before, path, depth)
                : Optional.empty();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<ProbedPlace> ofMember(
      String name, Type type, String before, String path, int depth) {
    return find(type, before + "{\"" + name + "\":", path + "/" + name, depth);
  }
}
