package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quarkus.TaskHandler;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.io.IOException;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

/** Tests which methods of a bean's class run tasks. */
class MethodSearchTest {
  interface Handles<P> {
    void handle(P payload);
  }

  static class OfText implements Handles<String> {
    @Override
    @TaskHandler("TEXT")
    public void handle(String payload) {}
  }

  interface ByDefault {
    @TaskHandler("DEFAULT")
    default void byDefault(String payload) {}
  }

  interface Below extends ByDefault {}

  static class WithDefault implements Below {}

  static class Overriding implements ByDefault {
    @Override
    public void byDefault(String payload) {}
  }

  @Test
  void methodThatImplementsGenericMethodIsFoundOnce() throws IOException {
    assertThat(found(OfText.class, Handles.class)).containsExactly("handle[java.lang.String]");
  }

  static class Above<P> {
    @TaskHandler("ABOVE")
    void handle(P payload) {}
  }

  static class Silent extends Above<Object> {
    @Override
    void handle(Object payload) {}
  }

  static class Says extends Above<String> {
    @Override
    @TaskHandler("BELOW")
    void handle(String payload) {}
  }

  @Test
  void inheritedMethodIsFoundUnlessOverriddenWithoutAnnotation() throws IOException {
    assertThat(found(WithDefault.class, Below.class, ByDefault.class))
        .containsExactly("byDefault[java.lang.String]");
    assertThat(found(Says.class, Above.class)).containsExactly("handle[java.lang.String]");
    refused("ByDefault.byDefault is overridden by a method", Overriding.class, ByDefault.class);
    refused("Above.handle is overridden by a method", Silent.class, Above.class);
  }

  interface Marked {
    @TaskHandler("ABSTRACT")
    void handle();
  }

  static class OfMarked implements Marked {
    @Override
    public void handle() {}
  }

  abstract static class MarkedAbove {
    @TaskHandler("ABOVE")
    abstract void handle(String payload);
  }

  static class BelowMarked extends MarkedAbove {
    @Override
    void handle(String payload) {}
  }

  static class MarkedToo extends MarkedAbove {
    @Override
    @TaskHandler("BELOW")
    void handle(String payload) {}
  }

  @Test
  void annotationOnInterfaceMethodIsRefusedUnlessTheClassHasItsOwn() throws IOException {
    refused("MarkedAbove.handle is abstract", BelowMarked.class, MarkedAbove.class);
    assertThat(found(MarkedToo.class, MarkedAbove.class))
        .containsExactly("handle[java.lang.String]");
  }

  static class Private {
    @TaskHandler("T")
    private void handle() {}
  }

  static class ByTheClockToo {
    @Scheduled(cron = "0 0 3 * * ?")
    @TaskHandler("T")
    void handle() {}
  }

  @Test
  void uncallableMethodIsRefused() {
    refused("Marked.handle is abstract", OfMarked.class, Marked.class);
    refused("Private.handle is private or static", Private.class);
    refused("ByTheClockToo.handle is @Scheduled", ByTheClockToo.class);
  }

  private static void refused(String words, Class<?>... classes) {
    assertThatThrownBy(() -> found(classes))
        .isInstanceOf(DeploymentException.class)
        .hasMessageContaining(words);
  }

  private static List<String> found(Class<?>... classes) throws IOException {
    Index index = Index.of(classes);
    return new MethodSearch(index)
        .of(index.getClassByName(classes[0])).stream()
            .map(
                one -> one.name() + one.parameterTypes().stream().map(type -> type.name()).toList())
            .toList();
  }
}
