package dev.baton.spring.aot;

import dev.baton.api.TaskType;
import dev.baton.spring.TaskMethodHints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.ClassUtils;

/** Collects the classes that an application's tasks carry as JSON. Not thread-safe. */
public final class CarriedClasses {
  private final @Nullable ClassLoader loader;
  private final Set<Class<?>> found = new LinkedHashSet<>();
  private final Set<String> declaringSeen = new HashSet<>();

  public CarriedClasses(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  public Set<Class<?>> found() {
    return found;
  }

  /**
   * Adds the type arguments of a {@code TaskType<P, R>} or a {@code TaskDefinition<P, R>}.
   *
   * @return whether they contain the payload
   */
  public boolean ofGenerics(ResolvableType typed) {
    for (ResolvableType argument : typed.getGenerics()) {
      add(argument.resolve());
    }
    return typed.getGeneric(0).resolve() != null;
  }

  /** Adds the classes in the code of a class file. */
  public void ofCode(Resource classFile) throws IOException {
    take(CarriedInCode.of(classFile));
  }

  /**
   * Adds the classes in the code of a class that declares definitions, and of the classes from
   * which it gets definitions.
   *
   * @return whether the code shows what the tasks carry
   */
  public boolean ofDeclaring(String className) {
    Resource file =
        new ClassPathResource(
            ClassUtils.convertClassNameToResourcePath(className) + ClassUtils.CLASS_FILE_SUFFIX,
            loader);
    if (!file.exists() || !declaringSeen.add(className)) {
      return file.exists();
    }
    try {
      CarriedInCode code = CarriedInCode.of(file);
      boolean seen = take(code) || !code.isTyped();
      for (String definer : code.definers()) {
        seen &= ofDeclaring(definer);
      }
      return seen;
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The class " + className + " can't be read", unreadable);
    }
  }

  private boolean take(CarriedInCode code) {
    code.classes().forEach(name -> add(named(name)));
    boolean seen = !code.classes().isEmpty() | ofMembers(code.className());
    for (String holder : code.typeHolders()) {
      seen |= ofMembers(holder);
    }
    return seen;
  }

  /**
   * Adds the type arguments of the constants and methods of class {@link TaskType}, without
   * initializing the class.
   *
   * @return whether one of them contains its payload
   */
  private boolean ofMembers(String className) {
    Class<?> holder = named(className);
    boolean seen = false;
    try {
      for (Field field : holder == null ? new Field[0] : holder.getDeclaredFields()) {
        seen |= field.getType() == TaskType.class && ofGenerics(ResolvableType.forField(field));
      }
      for (Method method : holder == null ? new Method[0] : holder.getDeclaredMethods()) {
        seen |=
            method.getReturnType() == TaskType.class
                && ofGenerics(ResolvableType.forMethodReturnType(method));
      }
      return seen;
    } catch (LinkageError librariesMissing) {
      // Without these libraries the application can't use the class either.
      return seen;
    }
  }

  private @Nullable Class<?> named(String className) {
    try {
      return ClassUtils.forName(className, loader);
    } catch (ClassNotFoundException | LinkageError notThere) {
      return null;
    }
  }

  private void add(@Nullable Class<?> type) {
    if (type != null && !TaskMethodHints.isKnown(type) && !Throwable.class.isAssignableFrom(type)) {
      found.add(type);
    }
  }
}
