package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
  @Test
  void namesContainNamespaceDataCentreAndBucket() {
    assertThat(new TopicNames("orders", "").topic("payout")).isEqualTo("baton.orders.payout");
    assertThat(new TopicNames("orders", "fra-1").topic("b")).isEqualTo("baton.orders.fra-1.b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a.b", "a_b", "Zahlungen für ü", "..", "", "漢字"})
  void unusualNamesAreMadeValid(String bucket) {
    assertThat(new TopicNames("n", "").topic(bucket)).matches("baton\\.n\\.[A-Za-z0-9-]+");
  }

  @Test
  void longNamesAreBoundedAndStayDistinct() {
    String text = "x".repeat(1_000);
    TopicNames names = new TopicNames(text, text);

    assertThat(names.topic(text)).hasSizeLessThanOrEqualTo(249);
    assertThat(names.topic(text)).isNotEqualTo(names.topic(text + "x"));
  }

  @Test
  void differentNamesHaveDifferentTopics() {
    TopicNames names = new TopicNames("n", "");

    assertThat(List.of(names.topic("a.b"), names.topic("a_b"), names.topic("a-b")))
        .doesNotHaveDuplicates();
    // A namespace with a data centre never equals another namespace with a bucket of that name.
    assertThat(new TopicNames("n", "a").topic("b"))
        .isNotEqualTo(new TopicNames("n", "").topic("a.b"));
  }

  @Test
  void twoBucketsWithOneTopicAreRefused() {
    TopicNames names = new TopicNames("n", "");
    String mended = names.topic("a b").substring("baton.n.".length());

    assertThatThrownBy(() -> names.bucketsByTopic(List.of("a b", mended)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a b'")
        .hasMessageContaining(names.topic("a b"));
    assertThat(names.bucketsByTopic(List.of("a b", "c")))
        .isEqualTo(Map.of(names.topic("a b"), "a b", "baton.n.c", "c"));
  }
}
