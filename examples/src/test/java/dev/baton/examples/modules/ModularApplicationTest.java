package dev.baton.examples.modules;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** An application with its own module-info, on the module path. */
class ModularApplicationTest {
  private static final Path SOURCES = Path.of("src/test/modules").toAbsolutePath();
  private static final String MODULE_PATH =
      Stream.of(
              TaskType.class,
              Baton.class,
              BatonSchema.class,
              JdbcDataSource.class,
              JsonMapper.class,
              JsonParser.class,
              JsonProperty.class,
              Logger.class,
              Nullable.class)
          .map(ModularApplicationTest::place)
          .collect(joining(File.pathSeparator));

  @TempDir private Path classes;

  @Test
  void applicationAddsAndRunsTask() throws Exception {
    assertThat(errors("shop")).isEmpty();
    Path printed = classes.resolve("printed.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--module-path",
                MODULE_PATH + File.pathSeparator + classes,
                "--module",
                "shop/shop.Shop")
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(printed);
    assertThat(text).contains("packed 12, named true").contains("runs in dev.baton.core");
    assertThat(process.exitValue()).as(text).isZero();
  }

  @Test
  void compilerRefusesInternalPackages() throws Exception {
    assertThat(errors("curious"))
        .hasSize(4)
        .allSatisfy(error -> assertThat(error).contains("is not visible"))
        .anySatisfy(error -> assertThat(error).contains("dev.baton.api.internal"))
        .anySatisfy(error -> assertThat(error).contains("dev.baton.engine"))
        .anySatisfy(error -> assertThat(error).contains("dev.baton.handler.internal"))
        .anySatisfy(error -> assertThat(error).contains("dev.baton.jdbc.sql"));
  }

  /** Returns the compiler's errors for a module; empty if it compiles. */
  private List<String> errors(String module) throws Exception {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "--module-path",
            MODULE_PATH,
            "-d",
            classes.toString(),
            "--release",
            "17",
            "-proc:none");
    List<String> errors = new ArrayList<>();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(SOURCES.resolve(module))) {
      List<Path> all = sources.filter(file -> file.toString().endsWith(".java")).toList();
      javac
          .getTask(
              new StringWriter(),
              files,
              problem -> {
                if (problem.getKind() == Diagnostic.Kind.ERROR) {
                  errors.add(problem.getMessage(Locale.ENGLISH));
                }
              },
              options,
              null,
              files.getJavaFileObjectsFromPaths(all))
          .call();
    }
    return errors;
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
