package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.json.Jackson2Codec;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.quarkus.TaskHandler;
import dev.baton.task.Bytes;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A {@link PayloadCodec} bean writes and reads the payloads of types that name no codec. */
class CodecBeanTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addClasses(Payouts.class, Payout.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:codec;DB_CLOSE_DELAY=-1")
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s");

  static final TaskType<Payout, String> PAY = TaskType.of("PAY", Payout.class, String.class);

  record Payout(String partnerName) {}

  static class Payouts {
    @TaskHandler("PAY")
    String pay(Payout payout) {
      return "paid " + payout.partnerName();
    }

    @Produces
    @Singleton
    PayloadCodec codec() {
      return new Jackson2Codec(
          new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
    }
  }

  @Inject Tasks tasks;
  @Inject Operations operations;

  @Test
  void theApplicationsMapperWritesPayloads() throws Exception {
    UUID id = tasks.add(PAY.with(new Payout("ada"))).taskId();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (operations.find(id).filter(TaskInfo::isFinished).isEmpty()
        && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    TaskContent ended = operations.task(id).content().orElseThrow();
    assertThat(ended.payload()).contains(Bytes.of("{\"partner_name\":\"ada\"}"));
    assertThat(ended.result()).contains(Bytes.of("\"paid ada\""));
  }
}
