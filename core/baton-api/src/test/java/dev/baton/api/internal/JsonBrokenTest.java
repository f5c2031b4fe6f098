package dev.baton.api.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.ConfigurationException;
import dev.baton.task.Bytes;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** An unusable Jackson is reported as unusable, not as missing. */
class JsonBrokenTest {
  /** A mapper class as in a class path with artifacts of several Jackson releases. */
  private static final String MAPPER =
      """
      package tools.jackson.databind.json;
      public class JsonMapper {
        public JsonMapper() { throw new NoSuchMethodError("JsonMapper.builder()"); }
      }
      """;

  private static final String CODEC =
      """
      package json;
      public class Codec implements dev.baton.api.codec.PayloadCodec {
        public Codec() { new tools.jackson.databind.json.JsonMapper(); }
        public dev.baton.task.Bytes encode(Object value) { return null; }
        public <T> T decode(dev.baton.task.Bytes bytes, Class<T> type) { return null; }
      }
      """;

  private static final String WORKING =
      """
      package json;
      public class Working implements dev.baton.api.codec.PayloadCodec {
        public dev.baton.task.Bytes encode(Object value) { return null; }
        public <T> T decode(dev.baton.task.Bytes bytes, Class<T> type) { return null; }
      }
      """;

  @Test
  void jacksonOfAnotherVersionIsReportedAsBroken(@TempDir Path classes) throws Exception {
    source(classes, "tools/jackson/databind/json/JsonMapper", MAPPER);
    source(classes, "json/Codec", CODEC);
    assertThat(told(classes))
        .contains("can't be used")
        .contains("java.lang.NoSuchMethodError")
        .contains("the same release");
    // The second call reports the same.
    assertThat(told(classes)).contains("can't be used");
  }

  @Test
  void missingJacksonIsReportedAsMissing(@TempDir Path classes) throws Exception {
    source(classes, "tools/jackson/databind/json/JsonMapper", MAPPER);
    source(classes, "json/Codec", CODEC);
    Files.delete(classes.resolve("tools/jackson/databind/json/JsonMapper.class"));
    assertThat(told(classes)).contains("There is no codec for payloads");
  }

  @Test
  void workingJacksonIsUsedIfTheOtherIsBroken(@TempDir Path classes) throws Exception {
    source(classes, "tools/jackson/databind/json/JsonMapper", MAPPER);
    source(classes, "json/Codec", CODEC);
    source(classes, "json/Working", WORKING);
    assertThat(told(classes, "json.Codec\njson.Working")).isEqualTo("found");
  }

  private static void source(Path classes, String name, String text) throws Exception {
    Path file = classes.resolve(name + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    String classPath = classes + File.pathSeparator + api();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, file.toString()))
        .isZero();
  }

  private static String told(Path classes) throws Exception {
    return told(classes, "json.Codec");
  }

  private static String told(Path classes, String codecs) throws Exception {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(PayloadCodec.class.getName()), codecs);
    Path slf4j = Path.of(Logger.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    URL[] places = {classes.toUri().toURL(), api().toUri().toURL(), slf4j.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
      alone.loadClass(Codecs.class.getName()).getMethod("standard").invoke(null);
      return "found";
    } catch (InvocationTargetException thrown) {
      assertThat(thrown.getTargetException().getClass().getName())
          .isEqualTo(ConfigurationException.class.getName());
      return String.valueOf(thrown.getTargetException().getMessage());
    }
  }

  private static Path api() throws Exception {
    return Path.of(Bytes.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
