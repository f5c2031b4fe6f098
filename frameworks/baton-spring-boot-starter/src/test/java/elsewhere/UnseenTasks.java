package elsewhere;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.spring.TaskHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Nothing but running the code tells what its task carries. */
@Configuration(proxyBeanMethods = false)
public class UnseenTasks {
  record Hidden(String text) {}

  private static <P> TaskType<P, Void> typed(P like) {
    @SuppressWarnings("unchecked")
    Class<P> type = (Class<P>) like.getClass();
    return TaskType.of("HIDDEN", type);
  }

  /** A handler that the proxy of a class in another package doesn't have. */
  public static class PackagePrivate {
    @TaskHandler("T")
    void handle() {}
  }

  @Bean
  TaskDefinition<?, ?> hidden() {
    return TaskDefinition.of(typed(new Hidden(""))).handler((hidden, attempt) -> {});
  }
}
