package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final Delivery TO_ALL = new Delivery.ToEveryNode();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key.deserializer",
        "value.deserializer",
        "group.id",
        "enable.auto.commit",
        "auto.offset.reset",
        "bootstrap.servers"
      })
  void settingsThatBatonOwnsAreRefusedWithAnExplanation(String name) {
    assertThatThrownBy(() -> builder().consumer(Map.of(name, "x")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Leave out the consumer setting " + name + ", it is Baton's own: ");
    assertThatThrownBy(() -> builder().client(Map.of(name, "x")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"key.serializer", "value.serializer", "transactional.id"})
  void producerSettingsThatBatonOwnsAreRefused(String name) {
    assertThatThrownBy(() -> builder().producer(Map.of(name, "x")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @Test
  void impossibleSettingIsRefusedAtOnce() {
    assertThatThrownBy(() -> builder().producer(Map.of("acks", "most")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("acks");
    assertThatThrownBy(() -> builder().producer(Map.of("linger.ms", "soon")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("linger.ms");
  }

  @Test
  void userSettingsWin() {
    ClientSettings settings =
        settings(
            TO_ALL,
            Map.of("security.protocol", "SSL", "request.timeout.ms", "20000"),
            Map.of("acks", "all", "request.timeout.ms", 9_000));

    assertThat(settings.producer())
        .containsEntry("acks", "all")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("request.timeout.ms", 9_000)
        .containsEntry("delivery.timeout.ms", 9_001);
    assertThat(settings.consumer()).containsEntry("request.timeout.ms", "20000");
    assertThat(settings.admin()).containsEntry("security.protocol", "SSL");
  }

  @Test
  void onlyAGroupHasAGroupIdAndOffsets() {
    assertThat(settings(TO_ALL, Map.of(), Map.of()).consumer())
        .doesNotContainKey("group.id")
        .containsEntry("enable.auto.commit", false);
    assertThat(settings(new Delivery.ToOneNode("g"), Map.of(), Map.of()).consumer())
        .containsEntry("group.id", "g")
        .containsEntry("enable.auto.commit", true);
  }

  @Test
  void bothGroupProtocolsCanBeChosen() {
    Map<String, String> newer = Map.of("group.protocol", "consumer");

    assertThatCode(() -> builder().toOneNode("g").consumer(newer).build())
        .doesNotThrowAnyException();
  }

  @Test
  void settingsMayComeAsProperties() {
    Properties properties = new Properties();
    properties.setProperty("acks", "nonsense");

    assertThatThrownBy(() -> builder().client(properties).build()).hasMessageContaining("acks");
  }

  @Test
  void impossibleNumbersAreRefused() {
    assertThatThrownBy(() -> builder().partitions(0)).hasMessageContaining("partitions");
    assertThatThrownBy(() -> builder().replication(-1)).hasMessageContaining("replication");
    assertThatThrownBy(() -> builder().retention(Duration.ZERO)).hasMessageContaining("retention");
    assertThatThrownBy(() -> builder().namespace(" ")).hasMessageContaining("namespace");
    assertThatThrownBy(() -> builder().toOneNode("")).hasMessageContaining("group");
    assertThatThrownBy(() -> KafkaTriggers.builder("")).hasMessageContaining("broker");
  }

  @Test
  void bucketsWithTheSameTopicAreRefusedOnOpen() {
    KafkaTriggers channel = builder().build();
    String mended = channel.topic("a b").substring("baton.default.".length());

    assertThatThrownBy(() -> channel.open(List.of("a b", mended), hints -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(mended);
    channel.close();
  }

  private static KafkaTriggers.Builder builder() {
    return KafkaTriggers.builder("localhost:9092");
  }

  private static ClientSettings settings(
      Delivery delivery, Map<String, Object> client, Map<String, Object> producer) {
    return new ClientSettings(
        "localhost:9092", delivery, new ClientSettings.Given(client, producer, Map.of(), Map.of()));
  }
}
