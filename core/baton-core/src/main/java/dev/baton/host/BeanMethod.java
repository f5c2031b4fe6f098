package dev.baton.host;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** An annotated method of a bean. A framework such as Spring implements it. Thread-safe. */
public interface BeanMethod {

  /** Returns the method. */
  Method method();

  /** Returns the class of the bean. The bean may inherit the method from a superclass. */
  Class<?> beanClass();

  /**
   * Calls the method of the bean with these arguments.
   *
   * @throws Exception the exception of the method
   */
  @Nullable Object invoke(@Nullable Object... arguments) throws Exception;

  /**
   * Returns the exception with which the application refuses to start.
   *
   * @param why what is wrong with the method, as the end of a sentence whose subject is the method
   * @param action what to do
   */
  RuntimeException refused(String why, String action);
}
