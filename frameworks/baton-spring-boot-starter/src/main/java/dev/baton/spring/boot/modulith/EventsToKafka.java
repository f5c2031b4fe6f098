package dev.baton.spring.boot.modulith;

import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.task.Bytes;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.core.ConditionalEventListener;
import org.springframework.modulith.events.support.BrokerRouting;

/**
 * Sends the events that Spring Modulith externalizes. It adds each event as a task, in the
 * transaction that publishes it. So a message is sent if, and only if, that transaction commits.
 * Thread-safe.
 */
public final class EventsToKafka
    implements ApplicationListener<PayloadApplicationEvent<?>>, ConditionalEventListener {
  private final EventExternalizationConfiguration configuration;
  private final KafkaTasks kafka;
  private final EventJson json;
  private final BatonModulithProperties properties;
  private final StandardEvaluationContext expressions = new StandardEvaluationContext();

  EventsToKafka(
      EventExternalizationConfiguration configuration,
      KafkaTasks kafka,
      EventJson json,
      BatonModulithProperties properties,
      BeanFactory beans) {
    this.configuration = configuration;
    this.kafka = kafka;
    this.json = json;
    this.properties = properties;
    expressions.setBeanResolver(new BeanFactoryResolver(beans));
  }

  @Override
  public boolean supports(Object event) {
    return configuration.supports(event);
  }

  @Override
  public void onApplicationEvent(PayloadApplicationEvent<?> published) {
    Object event = published.getPayload();
    if (supports(event)) {
      KafkaMessage message = message(event);
      if (message.key() != null && properties.isInOrder(message.topic())) {
        kafka.sendInOrder(message);
      } else {
        kafka.send(message);
      }
    }
  }

  private KafkaMessage message(Object event) {
    Object payload = configuration.map(event);
    if (payload instanceof KafkaMessage whole) {
      return whole;
    }
    BrokerRouting routing = BrokerRouting.of(configuration.determineTarget(event), expressions);
    KafkaMessage message = value(KafkaMessage.to(routing.getTarget(payload)), payload);
    String key = routing.getKey(payload);
    message = key == null ? message : message.key(key);
    for (Map.Entry<String, Object> header : configuration.getHeadersFor(payload).entrySet()) {
      message = message.header(header.getKey(), String.valueOf(header.getValue()));
    }
    return message;
  }

  private KafkaMessage value(KafkaMessage message, Object payload) {
    if (payload instanceof String text) {
      return message.value(text);
    }
    if (payload instanceof byte[] bytes) {
      return message.value(Bytes.of(bytes));
    }
    return message.value(json.write(payload));
  }
}
