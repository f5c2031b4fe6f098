package dev.baton.examples.spring;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalKafka;
import dev.baton.local.LocalPostgres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Starts PostgreSQL and Kafka if the configuration names none. Both stop with this process. */
class LocalServers implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  private static final String DATABASE = "spring.datasource.url";
  private static final String KAFKA = "baton.kafka.brokers";

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    Map<String, Object> started = new HashMap<>();
    if (!environment.containsProperty(DATABASE)) {
      DatabaseAddress database = LocalPostgres.temporary().database("payouts");
      started.put(DATABASE, database.url());
      started.put("spring.datasource.username", database.user());
      started.put("spring.datasource.password", database.password());
    }
    if (!environment.containsProperty(KAFKA)) {
      String brokers = LocalKafka.temporary().bootstrap();
      createTopics(brokers);
      started.put(KAFKA, brokers);
    }
    environment.getPropertySources().addFirst(new MapPropertySource("localServers", started));
  }

  /** Creates the topics that this service reads and writes. */
  static void createTopics(String brokers) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(PayoutMessages.REQUEST_TOPIC, 3, (short) 1),
                  new NewTopic(PayoutService.DONE_TOPIC, 3, (short) 1)))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The topics can't be created", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while creating topics", e);
    }
  }
}
