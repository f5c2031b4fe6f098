package dev.baton.spring.boot.kafka;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.kafka.*} properties for Baton's own Kafka clients, separate from the
 * application's.
 *
 * @param brokers addresses of Kafka brokers, as host:port,host:port; without them, other nodes send
 *     this application's messages
 * @param bucket the bucket whose tasks send the messages
 * @param receive whether this application's receivers are started
 * @param producer other settings of the producer, with Kafka's names
 */
@ConfigurationProperties("baton.kafka")
public record BatonKafkaProperties(
    @Nullable String brokers,
    @DefaultValue("default") String bucket,
    @DefaultValue("true") boolean receive,
    @DefaultValue Map<String, String> producer) {
  public BatonKafkaProperties {
    producer = Map.copyOf(producer);
  }
}
