package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that a Jackson made unusable by another BOM is reported at the start, not by each request.
 */
class JacksonTest {
  @Test
  void tooOldAnnotationsAreReportedAtStart() throws Exception {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      places.add(Path.of(place).toUri().toURL());
    }
    try (URLClassLoader old = new WithOldAnnotations(places.toArray(URL[]::new))) {
      Class<?> builder = old.loadClass("dev.baton.management.Management$Builder");
      var check = builder.getDeclaredMethod("checkJson");
      check.setAccessible(true);
      check.invoke(null);
      assertThat(true).as("the start must fail").isFalse();
    } catch (InvocationTargetException refused) {
      assertThat(refused.getTargetException())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("JsonSerializeAs")
          .hasMessageContaining("version 2.21 or later of com.fasterxml.jackson.core");
    }
  }

  /**
   * A class loader with jackson-annotations 2.20 or older, without a class that Jackson 3.1 reads.
   */
  private static final class WithOldAnnotations extends URLClassLoader {
    WithOldAnnotations(URL[] places) {
      super(places, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals("com.fasterxml.jackson.annotation.JsonSerializeAs")) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }
}
