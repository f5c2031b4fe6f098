package elsewhere;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.spring.TaskHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds a task whose payload class is known only when the code runs. */
@Configuration(proxyBeanMethods = false)
public class UnseenTasks {
  record Hidden(String text) {}

  private static <P> TaskType<P, Void> typed(P like) {
    @SuppressWarnings("unchecked")
    Class<P> type = (Class<P>) like.getClass();
    return TaskType.of("HIDDEN", type);
  }

  /** A package-private handler, which a class proxy in another package doesn't have. */
  public static class PackagePrivate {
    @TaskHandler("T")
    void handle() {}
  }

  @Bean
  TaskDefinition<?, ?> hidden() {
    return TaskDefinition.of(typed(new Hidden(""))).handler((hidden, attempt) -> {});
  }
}
