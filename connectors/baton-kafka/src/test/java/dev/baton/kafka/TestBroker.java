package dev.baton.kafka;

import dev.baton.local.LocalKafka;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The one broker of all tests of this module. Its authorizer allows everything until a test forbids
 * something.
 */
public final class TestBroker {
  public static final LocalKafka KAFKA =
      LocalKafka.temporary(
          Map.of(
              "authorizer.class.name",
              "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
              "allow.everyone.if.no.acl.found",
              "true",
              // The group must soon notice a killed member.
              "group.min.session.timeout.ms",
              "500"));

  private TestBroker() {}

  /** Few partitions, because each has separate files. */
  static KafkaTriggers.Builder channel(String namespace) {
    return KafkaTriggers.builder(KAFKA.bootstrap()).namespace(namespace).partitions(2);
  }

  public static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", KAFKA.bootstrap()));
  }

  public static void createTopic(String name, int partitions) throws Exception {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
    }
  }
}
