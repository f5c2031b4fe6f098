package shop;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/** Runs one task on H2 and prints its result. */
final class Shop {
  record Order(String customer, int pieces) {}

  static final TaskType<Order, Integer> PACK =
      TaskType.of("PACK", Order.class, Integer.class)
          .key(Order::customer)
          .unique(order -> Unique.idFrom(order));

  private Shop() {}

  public static void main(String[] arguments) throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    Order order = new Order("acme", 3);
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .define(
                TaskDefinition.of(PACK)
                    .handler((given, attempt) -> given.pieces() * attempt.key().length()))
            .start()) {
      UUID task = baton.tasks().add(PACK.with(order)).taskId();
      Integer packed = baton.tasks().handle(PACK, task).await(Duration.ofSeconds(30));
      System.out.println("packed " + packed + ", named " + PACK.idOf(order).equals(Optional.of(task)));
      System.out.println("runs in " + Baton.class.getModule().getName());
    }
  }
}
