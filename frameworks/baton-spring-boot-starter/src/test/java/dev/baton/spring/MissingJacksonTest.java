package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Tests an application without Jackson on its class path. */
@Tag("deep")
class MissingJacksonTest {
  @Test
  void typedHandlerIsRefusedAtStartWithTheMissingDependency() throws Exception {
    assertThat(told("typed"))
        .contains("There is no codec for payloads")
        .contains("jackson-databind")
        .contains("Spring Boot 4 manages", "Spring Boot 3");
  }

  @Test
  void handlerWithResultIsRefusedToo() throws Exception {
    assertThat(told("answer")).contains("There is no codec for payloads", "jackson-databind");
  }

  @Test
  void textHandlersNeedNoJackson() throws Exception {
    assertThat(told("text")).isEqualTo("started");
  }

  private static String told(String which) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader application = withoutJackson()) {
      thread.setContextClassLoader(application);
      Class<?> there = application.loadClass(Application.class.getName());
      return (String) there.getMethod("start", String.class).invoke(null, which);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URLClassLoader withoutJackson() throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!place.contains("jackson")) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The class, loaded again by a loader that finds no Jackson. */
  public static final class Application {
    private Application() {}

    /** Returns the reported failure. */
    public static String start(String which) {
      AtomicReference<String> told = new AtomicReference<>("started");
      TestContexts.onH2()
          .withUserConfiguration(
              switch (which) {
                case "typed" -> Typed.class;
                case "answer" -> Answering.class;
                default -> Text.class;
              })
          .run(
              context -> {
                Throwable failure = context.getStartupFailure();
                if (failure != null) {
                  told.set(analysis(failure));
                }
              });
      return told.get();
    }

    private static String analysis(Throwable failure) {
      for (FailureAnalyzer one :
          SpringFactoriesLoader.forDefaultResourceLocation()
              .load(
                  FailureAnalyzer.class,
                  SpringFactoriesLoader.FailureHandler.logging(LogFactory.getLog("test")))) {
        FailureAnalysis found =
            one.getClass().getName().startsWith("dev.baton") ? one.analyze(failure) : null;
        if (found != null) {
          return found.getDescription() + " " + found.getAction();
        }
      }
      return String.valueOf(failure);
    }
  }

  record Receipt(String payout) {}

  @Configuration(proxyBeanMethods = false)
  static class Typed {
    @TaskHandler("SEND_RECEIPT")
    void send(Receipt receipt) {}
  }

  @Configuration(proxyBeanMethods = false)
  static class Answering {
    @TaskHandler("SEND_RECEIPT")
    String send(String receipt) {
      return receipt;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Text {
    @TaskHandler("SEND_RECEIPT")
    void send(String receipt) {}
  }
}
