package dev.baton.host;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of the type variables of a type and of its supertypes, for example {@code T = Payout}
 * in a subclass of {@code Handler<Payout>}.
 */
final class Generics {
  private final Map<TypeVariable<?>, Type> known = new HashMap<>();

  private Generics() {}

  static Generics of(Type type) {
    Generics generics = new Generics();
    generics.collect(type);
    return generics;
  }

  private void collect(Type type) {
    Class<?> raw = type instanceof ParameterizedType parameterized ? rawOf(parameterized) : null;
    if (type instanceof Class<?> plain) {
      raw = plain;
    } else if (type instanceof ParameterizedType parameterized && raw != null) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        known.put(variables[i], parameterized.getActualTypeArguments()[i]);
      }
    }
    if (raw == null) {
      return;
    }
    for (Type above : raw.getGenericInterfaces()) {
      collect(above);
    }
    if (raw.getGenericSuperclass() != null) {
      collect(raw.getGenericSuperclass());
    }
  }

  /** Returns the value of a type variable. Returns any other type unchanged. */
  Type resolved(Type type) {
    Type found = type;
    while (found instanceof TypeVariable<?> variable && known.containsKey(variable)) {
      found = known.get(variable);
    }
    return found;
  }

  /** Returns the class of a type; null if the type stands for any class. */
  @Nullable Class<?> rawOf(Type type) {
    Type found = resolved(type);
    if (found instanceof Class<?> plain) {
      return plain;
    }
    if (found instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    }
    Type bound = Object.class;
    if (found instanceof WildcardType wildcard) {
      bound = wildcard.getUpperBounds()[0];
    } else if (found instanceof TypeVariable<?> variable) {
      bound = variable.getBounds()[0];
    }
    return bound == Object.class ? null : rawOf(bound);
  }

  /**
   * Returns the argument of a parameterized type at this index; null if the type has no such
   * argument.
   */
  @Nullable Type argument(Type type, int index) {
    return resolved(type) instanceof ParameterizedType parameterized
            && parameterized.getActualTypeArguments().length > index
        ? resolved(parameterized.getActualTypeArguments()[index])
        : null;
  }

  /**
   * Returns whether a wanted class is the component of this array type or occurs in its type
   * arguments.
   */
  static boolean mentions(Type type, Predicate<Class<?>> wanted) {
    if (type instanceof Class<?> plain) {
      return plain.isArray() && isOrMentions(plain.getComponentType(), wanted);
    }
    if (type instanceof GenericArrayType array) {
      return isOrMentions(array.getGenericComponentType(), wanted);
    }
    return type instanceof ParameterizedType parameterized
        && Arrays.stream(parameterized.getActualTypeArguments())
            .anyMatch(argument -> isOrMentions(argument, wanted));
  }

  private static boolean isOrMentions(Type type, Predicate<Class<?>> wanted) {
    Type bound = type instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : type;
    Type raw = bound instanceof ParameterizedType of ? of.getRawType() : bound;
    return (raw instanceof Class<?> plain && wanted.test(plain)) || mentions(bound, wanted);
  }

  /** Returns the boxed class of a primitive, or the class itself. */
  static Class<?> boxed(Class<?> type) {
    return type.isPrimitive() && type != void.class
        ? MethodType.methodType(type).wrap().returnType()
        : type;
  }

  /** Returns whether a parameter of the first class accepts a value of the second class. */
  static boolean isAssignable(Class<?> asked, Class<?> given) {
    return boxed(asked).isAssignableFrom(boxed(given));
  }

  /** Returns whether the class or one of its supertypes has one of these names. */
  static boolean isNamed(@Nullable Class<?> type, Iterable<String> names) {
    if (type == null) {
      return false;
    }
    for (String name : names) {
      if (type.getName().equals(name)) {
        return true;
      }
    }
    for (Class<?> above : type.getInterfaces()) {
      if (isNamed(above, names)) {
        return true;
      }
    }
    return isNamed(type.getSuperclass(), names);
  }
}
