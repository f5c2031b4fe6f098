package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.json.Jackson2Codec;
import dev.baton.json.JacksonCodec;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** A {@link PayloadCodec} bean writes and reads the payloads of types that name no codec. */
@Tag("boot3")
class CodecBeanTest {
  private static final TaskType<Payout, String> PAY =
      TaskType.of("PAY", Payout.class, String.class);

  private static final TaskType<Payout, Void> OWN =
      TaskType.of("OWN", Payout.class).codec(new Jackson2Codec());

  record Payout(String partnerName) {}

  static class Payouts {
    private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

    @TaskHandler("PAY")
    String pay(Payout payout) {
      seen.add(payout.partnerName());
      return "paid";
    }

    @TaskHandler("OWN")
    void own(Payout payout) {
      seen.add(payout.partnerName());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnType {
    @Bean
    TaskType<Payout, Void> own() {
      return OWN;
    }
  }

  @Test
  void theApplicationsMapperOfJackson3WritesPayloads() {
    writesInSnakeCase(
        () ->
            new JacksonCodec(
                JsonMapper.builder()
                    .propertyNamingStrategy(
                        tools.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
                    .build()));
  }

  @Test
  void theApplicationsMapperOfJackson2WritesPayloads() {
    writesInSnakeCase(
        () ->
            new Jackson2Codec(
                new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)));
  }

  private static void writesInSnakeCase(Supplier<PayloadCodec> codec) {
    TestContexts.onH2()
        .withBean(Payouts.class)
        .withUserConfiguration(OwnType.class)
        .withBean(PayloadCodec.class, codec)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Tasks tasks = context.getBean(Tasks.class);
              UUID pay = tasks.add(PAY.with(new Payout("ada"))).taskId();
              assertThat(next(context)).isEqualTo("ada");
              assertThat(payload(context, pay)).isEqualTo("{\"partner_name\":\"ada\"}");
              UUID own = tasks.add(OWN.with(new Payout("bob"))).taskId();
              assertThat(next(context)).isEqualTo("bob");
              assertThat(payload(context, own)).isEqualTo("{\"partnerName\":\"bob\"}");
            });
  }

  @Test
  void severalCodecBeansAreRefused() {
    TestContexts.onH2()
        .withBean("first", PayloadCodec.class, Jackson2Codec::new)
        .withBean("second", PayloadCodec.class, Jackson2Codec::new)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "Baton uses one bean of type PayloadCodec, but several exist: first,"
                            + " second"));
  }

  private static String next(AssertableApplicationContext context) throws InterruptedException {
    return context.getBean(Payouts.class).seen.poll(60, TimeUnit.SECONDS);
  }

  /** Returns the payload of a task once it has ended. */
  private static String payload(AssertableApplicationContext context, UUID id)
      throws InterruptedException {
    Operations operations = context.getBean(Operations.class);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (operations.find(id).filter(TaskInfo::isFinished).isEmpty()
        && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return operations
        .task(id)
        .content()
        .flatMap(TaskContent::payload)
        .map(Bytes::toText)
        .orElse("");
  }
}
