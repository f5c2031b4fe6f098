package elsewhere;

import dev.baton.api.TaskType;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.spring.TaskDefinitions;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A library's tasks, outside the packages of the application that imports them. */
@Configuration(proxyBeanMethods = false)
public class LibraryTasks {
  public record Order(String number) {}

  public record OrderBefore(String number) {}

  public record Parcel(String label) {}

  public record Invoice(String number) {}

  enum Shipping {
    ORDERED
  }

  /** Types and definitions that the configuration gets from elsewhere. */
  static final class Invoices {
    static final TaskType<Invoice, Void> INVOICE = TaskType.of("INVOICE", Invoice.class);

    private Invoices() {}

    static TaskDefinition<?, ?> definition() {
      return TaskDefinition.of(INVOICE).handler((invoice, attempt) -> {});
    }
  }

  @Bean
  TaskDefinition<?, ?> ship() {
    TaskType<Order, Void> type =
        TaskType.of("SHIP", Order.class)
            .version(2)
            .reads(1, OrderBefore.class, before -> new Order(before.number()));
    return TaskDefinition.of(type)
        .states(
            StateMachine.of(type, Shipping.class, Parcel.class)
                .on(Shipping.ORDERED, step -> step.goTo(Shipping.ORDERED, new Parcel(""))));
  }

  @Bean
  TaskDefinitions invoices() {
    return () -> List.of(Invoices.definition());
  }
}
