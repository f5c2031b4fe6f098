package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.Chunks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the errors of a node without Jackson on its class path. */
class DefinitionsWithoutJacksonTest {
  @Test
  void typedDefinitionIsRefusedAndMessageNamesTheDependency() throws Exception {
    assertThat(told("typed"))
        .contains("ConfigurationException", "Add baton-core and tools.jackson");
  }

  @Test
  void chunkDefinitionIsRefusedToo() throws Exception {
    assertThat(told("chunks")).contains("ConfigurationException");
  }

  @Test
  void definitionsWithoutPayloadOrWithBytesNeedNoJackson() throws Exception {
    assertThat(told("bytes")).isEqualTo("defined");
    assertThat(told("empty")).isEqualTo("defined");
  }

  private static String told(String which) throws Exception {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!place.contains("jackson")) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    try (URLClassLoader application =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      application
          .loadClass(Node.class.getName())
          .getMethod("define", String.class)
          .invoke(null, which);
      return "defined";
    } catch (InvocationTargetException thrown) {
      return String.valueOf(thrown.getTargetException());
    }
  }

  /** Loaded again by a class loader without Jackson. */
  public static final class Node {
    private Node() {}

    /** Creates the definitions as a node does at its start. */
    public static void define(String which) {
      TaskDefinition<?, ?> definition =
          switch (which) {
            case "typed" ->
                TaskDefinition.of(TaskType.of("PAY", Long.class)).handler((pay, attempt) -> {});
            case "chunks" ->
                TaskDefinition.of(TaskType.of("PAY", Long.class))
                    .chunks(Chunks.of(100), items -> {});
            case "empty" -> TaskDefinition.of(TaskType.of("PAY")).handler((none, attempt) -> {});
            default -> RawDefinition.of("PAY", attempt -> Outcome.done());
          };
      new Definitions(List.of(Definition.of(definition)));
    }
  }
}
