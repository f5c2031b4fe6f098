package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.internal.Codecs;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests Jackson artifacts of several releases, next to the other libraries of an application of
 * this Spring Boot.
 */
@Tag("deep")
class BrokenJacksonTest {
  @Test
  void brokenJacksonIsReportedWithCauseAndRemedy(@TempDir Path classes) throws Exception {
    broken(classes, "tools.jackson.databind.json", "JsonMapper");
    broken(classes, "com.fasterxml.jackson.databind.json", "JsonMapper");
    broken(classes, "com.fasterxml.jackson.databind", "ObjectMapper");
    try (URLClassLoader application = application(classes)) {
      Method standard = application.loadClass(Codecs.class.getName()).getMethod("standard");
      assertThatThrownBy(() -> standard.invoke(null))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .satisfies(
              broken ->
                  assertThat(broken.getClass().getName())
                      .isEqualTo(ConfigurationException.class.getName()))
          .hasMessageContaining("is on the class path but can't be used")
          .hasMessageContaining("the same release")
          .hasStackTraceContaining("Caused by: java.lang.NoSuchMethodError");
    }
  }

  /** Shows that the error above comes only from the broken classes. */
  @Test
  void sameClassPathWithoutBrokenClassesWrites(@TempDir Path classes) throws Exception {
    try (URLClassLoader application = application(classes)) {
      Object codec =
          application.loadClass(Codecs.class.getName()).getMethod("standard").invoke(null);
      assertThat(codec.getClass().getName()).startsWith("dev.baton.json.");
    }
  }

  private static URLClassLoader application(Path first) throws MalformedURLException {
    List<URL> places = new ArrayList<>(List.of(first.toUri().toURL()));
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      places.add(Path.of(place).toUri().toURL());
    }
    return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void broken(Path classes, String folder, String name) throws Exception {
    Path file = classes.resolve(folder.replace('.', '/')).resolve(name + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "package %s; public class %s { public static Object builder() {".formatted(folder, name)
            + " throw new NoSuchMethodError(\"of another release\"); } public %s() { builder(); } }"
                .formatted(name));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), file.toString()))
        .isZero();
  }
}
