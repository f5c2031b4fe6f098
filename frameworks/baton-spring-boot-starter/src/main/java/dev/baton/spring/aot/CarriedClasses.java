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

/** The classes that an application's tasks carry as JSON, as they are found. Not thread-safe. */
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
   * What a {@code TaskType<P, R>} or a {@code TaskDefinition<P, R>} says of itself.
   *
   * @return whether it says what the payload is
   */
  public boolean ofGenerics(ResolvableType typed) {
    for (ResolvableType argument : typed.getGenerics()) {
      add(argument.resolve());
    }
    return typed.getGeneric(0).resolve() != null;
  }

  /** What the code of a class file says. */
  public void ofCode(Resource classFile) throws IOException {
    take(CarriedInCode.of(classFile));
  }

  /**
   * What the code of a class says that makes definitions, and that of those it takes them from.
   *
   * @return whether it could be seen what they carry
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
   * What its constants and methods of class {@link TaskType} say; it isn't initialised by this.
   *
   * @return whether there is one that says what its payload is
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
      // Such a class can't be used by the application either.
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
