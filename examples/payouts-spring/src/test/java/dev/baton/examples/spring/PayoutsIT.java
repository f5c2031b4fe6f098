package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.send.KafkaTasks;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalKafka;
import dev.baton.local.LocalPostgres;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** The whole service, on a real PostgreSQL and a real Kafka. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class PayoutsIT {
  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry properties) {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    properties.add("spring.datasource.url", database::url);
    properties.add("spring.datasource.username", database::user);
    properties.add("spring.datasource.password", database::password);
    properties.add("spring.security.user.password", () -> "for-this-test");
    String brokers = LocalKafka.temporary().bootstrap();
    LocalServers.createTopics(brokers);
    properties.add("baton.kafka.brokers", () -> brokers);
  }

  @LocalServerPort int port;
  @Autowired PayoutService payouts;
  @Autowired KafkaTasks kafka;

  @Test
  void whatIsRequestedByRestAndByKafkaIsPaidAndToldToOthers() {
    UUID byRest = UUID.randomUUID();
    UUID byKafka = UUID.randomUUID();
    RestClient rest = RestClient.create("http://localhost:" + port);

    rest.post()
        .uri("/payouts")
        .contentType(MediaType.APPLICATION_JSON)
        .body(new Payout(byRest, "ada", 1_250))
        .retrieve()
        .toBodilessEntity();
    for (int sent = 0; sent < 2; sent++) {
      String json = "{\"id\": \"%s\", \"partner\": \"bob\", \"cents\": 900}".formatted(byKafka);
      kafka.send(PayoutMessages.REQUEST_TOPIC, "bob", json, Map.of());
    }

    for (UUID id : List.of(byRest, byKafka)) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> payouts.status(id).filter("PAID"::equals).isPresent());
    }
    assertThat(told(2)).containsExactlyInAnyOrder(byRest, byKafka);
    assertThat(rest.get().uri("/payouts/" + byRest).retrieve().body(String.class))
        .isEqualTo("PAID");
  }

  @Test
  void operatorsApproveLargePayoutsAndSeeTheDashboard() {
    UUID large = UUID.randomUUID();
    payouts.request(new Payout(large, "ada", 5_000_000));
    RestClient stranger = RestClient.create("http://localhost:" + port);
    RestClient operator =
        RestClient.builder()
            .baseUrl("http://localhost:" + port)
            .defaultHeaders(headers -> headers.setBasicAuth("operator", "for-this-test"))
            .build();

    for (String path : List.of("/baton/api/tasks", "/actuator/baton")) {
      assertThatThrownBy(() -> stranger.get().uri(path).retrieve().toBodilessEntity())
          .isInstanceOf(HttpClientErrorException.Unauthorized.class);
      assertThat(operator.get().uri(path).retrieve().body(String.class)).contains("PAY_OUT");
    }
    String approval = "/payouts/" + large + "/approval";
    assertThatThrownBy(() -> stranger.post().uri(approval).retrieve().toBodilessEntity())
        .isInstanceOf(HttpClientErrorException.Unauthorized.class);
    operator.post().uri(approval).retrieve().toBodilessEntity();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> payouts.status(large).filter("PAID"::equals).isPresent());
  }

  /** The payouts that others were told of, when there are that many. */
  private static Set<UUID> told(int count) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            LocalKafka.temporary().bootstrap(),
            "group.id",
            "accounting",
            "auto.offset.reset",
            "earliest");
    Set<UUID> told = new HashSet<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(PayoutService.DONE_TOPIC));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                for (ConsumerRecord<String, String> message :
                    consumer.poll(Duration.ofMillis(200))) {
                  told.add(UUID.fromString(message.value()));
                }
                return told.size() >= count;
              });
    }
    return told;
  }
}
