package dev.baton.kafka.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.PayloadException;
import dev.baton.kafka.send.SendFormat.Load;
import dev.baton.task.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SenderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bootstrap.servers",
        "key.serializer",
        "value.serializer",
        "acks",
        "enable.idempotence",
        "transactional.id"
      })
  void settingsThatBatonOwnsAreRefusedWithAnExplanation(String name) {
    assertThatThrownBy(() -> KafkaSender.builder("b:1").producer(Map.of(name, "x")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Leave out the producer setting " + name);
  }

  @Test
  void impossibleSettingIsRefusedAtOnce() {
    assertThatThrownBy(
            () -> KafkaSender.builder("b:1").producer(Map.of("linger.ms", "soon")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("linger.ms");
    assertThatThrownBy(() -> KafkaSender.builder(" ")).hasMessageContaining("broker");
  }

  @Test
  void allReplicasAcknowledgeAndProducerNeverDuplicates() {
    assertThat(SenderSettings.of("b:1", Map.of("linger.ms", 7)))
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("linger.ms", 7);
  }

  @Test
  void storedMessageIsReadAsWritten() {
    KafkaMessage full =
        KafkaMessage.to("t").key("k").value("ü").header("a", "1").header("a", Bytes.of("2"));
    Load load = new Load(List.of(full, KafkaMessage.to("empty")), true);

    assertThat(SendFormat.read(SendFormat.write(load))).isEqualTo(load);
  }

  @Test
  void truncatedOrLaterFormatIsRefused() {
    Load load = new Load(List.of(KafkaMessage.to("t").key("k").header("h", "v")), false);
    byte[] bytes = SendFormat.write(load).toArray();

    for (int length = 0; length < bytes.length; length++) {
      Bytes cut = Bytes.of(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> SendFormat.read(cut)).isInstanceOf(PayloadException.class);
    }
    bytes[1]++;
    assertThatThrownBy(() -> SendFormat.read(Bytes.of(bytes))).isInstanceOf(PayloadException.class);
    assertThatThrownBy(() -> SendFormat.read(null)).isInstanceOf(PayloadException.class);
  }

  @Test
  void temporaryErrorIsRetriedAndPermanentErrorNeedsAPerson() {
    assertThat(SendErrors.of("m", new TimeoutException()))
        .isInstanceOf(SendErrors.NotSentYet.class);
    assertThat(SendErrors.of("m", new OutOfOrderSequenceException("x")))
        .isInstanceOf(SendErrors.NotSentYet.class);
    assertThat(SendErrors.of("m", new RecordTooLargeException()))
        .isInstanceOf(SendErrors.Unsendable.class)
        .hasMessageContaining("max.message.bytes");
  }

  @Test
  void brokenProducerIsReplaced() {
    assertThat(SendErrors.leavesProducerSound(new TimeoutException())).isTrue();
    assertThat(SendErrors.leavesProducerSound(new RecordTooLargeException())).isTrue();
    assertThat(SendErrors.leavesProducerSound(new TopicAuthorizationException("t"))).isTrue();
    assertThat(SendErrors.leavesProducerSound(new ClusterAuthorizationException("c"))).isFalse();
    assertThat(SendErrors.leavesProducerSound(new OutOfOrderSequenceException("x"))).isFalse();
  }

  @Test
  void orderKeyIdentifiesTopicAndKeyAndIsReadableIfPossible() {
    String one = OrderKey.of(List.of(KafkaMessage.to("a").key("bc")));
    String other = OrderKey.of(List.of(KafkaMessage.to("ab").key("c")));
    String unshowable = OrderKey.of(List.of(KafkaMessage.to("a").key("\n")));

    assertThat(one).isNotEqualTo(other);
    assertThat(one).isEqualTo("a/bc");
    assertThat(unshowable).hasSize(64);
  }
}
