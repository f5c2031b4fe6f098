package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/**
 * Tests that code that defines types, adds tasks and waits for results needs only this artifact and
 * its dependencies.
 */
class ApiAloneTest {
  private static final List<Path> CLASS_PATH =
      List.of(whereIs(Tasks.class), whereIs(Logger.class), whereIs(NullMarked.class));

  private static final String DOMAIN =
      """
      package shop;

      import dev.baton.api.*;
      import dev.baton.api.codec.PayloadCodec;
      import dev.baton.api.internal.RequestFields;
      import dev.baton.api.error.TaskNotDoneException;
      import dev.baton.task.Bytes;
      import java.lang.reflect.Proxy;
      import java.util.concurrent.Callable;
      import java.util.concurrent.CompletableFuture;
      import java.util.concurrent.CompletionStage;

      public class Shop implements Callable<String> {
        static final TaskType<String, String> SHIP =
            TaskType.of("SHIP", String.class, String.class).codec(new Plain());

        static class Plain implements PayloadCodec {
          @Override
          public Bytes encode(Object value) {
            return Bytes.of((String) value);
          }

          @Override
          public <T> T decode(Bytes bytes, Class<T> type) {
            return type.cast(bytes.toText());
          }
        }

        static CompletionStage<String> ship(Tasks tasks, String parcel) {
          return tasks
              .submit(SHIP.with(parcel).key("anna").priority(3))
              .result()
              .exceptionally(
                  broken -> broken instanceof TaskNotDoneException told ? told.toString() : "?");
        }

        /** Replaces what a node gives to this module. Records the request and has a result. */
        @Override
        public String call() throws Exception {
          TaskRequest<?, ?>[] submitted = new TaskRequest<?, ?>[1];
          Tasks tasks = stub(Tasks.class, request -> {
            submitted[0] = request;
            return stub(Submission.class, none -> CompletableFuture.completedFuture("done"));
          });
          String result = ship(tasks, "p1").toCompletableFuture().get();
          TaskRequest<?, ?> request = submitted[0];
          return String.join(
              " ", SHIP.name(), request.type().name(), request.key(), RequestFields.of(request).payload().toText(), result);
        }

        private static <T> T stub(
            Class<T> type, java.util.function.Function<TaskRequest<?, ?>, Object> answer) {
          return type.cast(
              Proxy.newProxyInstance(
                  type.getClassLoader(),
                  new Class<?>[] {type},
                  (proxy, method, arguments) ->
                      method.isDefault()
                          ? java.lang.reflect.InvocationHandler.invokeDefault(proxy, method, arguments)
                          : answer.apply(
                              arguments == null
                                  ? null
                                  : (TaskRequest<?, ?>) arguments[arguments.length - 1])));
        }
      }
      """;

  @Test
  void aDomainModuleCompilesAndRunsWithThisArtifactAlone(@TempDir Path classes) throws Exception {
    compile(classes);
    try (URLClassLoader alone = alone(classes)) {
      Object shop = alone.loadClass("shop.Shop").getConstructor().newInstance();
      assertThat(((Callable<?>) shop).call()).isEqualTo("SHIP SHIP anna p1 done");
    }
  }

  private static void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath =
        CLASS_PATH.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///shop/Shop.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return DOMAIN;
          }
        };
    List<String> options =
        List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-Xlint:all", "-Werror");
    assertThat(compiler.getTask(null, null, null, options, null, List.of(source)).call()).isTrue();
  }

  /**
   * Returns a class loader whose parent is the JDK, so that it doesn't see this test's class path.
   */
  private static URLClassLoader alone(Path classes) throws Exception {
    URL[] places = new URL[CLASS_PATH.size() + 1];
    places[0] = classes.toUri().toURL();
    for (int i = 0; i < CLASS_PATH.size(); i++) {
      places[i + 1] = CLASS_PATH.get(i).toUri().toURL();
    }
    return new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
  }

  private static Path whereIs(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
