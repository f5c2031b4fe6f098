package dev.baton.host;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method of a bean that an annotation marks, as the bean's framework calls it. Thread-safe. */
public interface BeanMethod {

  Method method();

  /** The class of the bean, which may have the method from a class above it. */
  Class<?> beanClass();

  /** Calls the method of the bean with these arguments; throws what the method throws. */
  @Nullable Object invoke(@Nullable Object... arguments) throws Exception;

  /**
   * What the application doesn't start for.
   *
   * @param why what is wrong with the method, as the end of a sentence that begins with it
   * @param action what to do
   */
  RuntimeException refused(String why, String action);
}
