/** Defines handlers, runs nodes, operates tasks, and defines the interfaces of stores. */
@SuppressWarnings("module") // those that see the internals are compiled later
module dev.baton.core {
  requires transitive dev.baton.api;
  requires org.slf4j;
  requires static com.fasterxml.jackson.databind;
  requires static io.opentelemetry.api;
  requires static io.opentelemetry.context;
  requires static micrometer.core;
  requires static tools.jackson.databind;

  exports dev.baton;
  exports dev.baton.cluster;
  exports dev.baton.crypto;
  exports dev.baton.handler;
  exports dev.baton.hook;
  exports dev.baton.json;
  exports dev.baton.limit;
  exports dev.baton.metrics;
  exports dev.baton.operate;
  exports dev.baton.operate.cluster;
  exports dev.baton.operate.event;
  exports dev.baton.operate.incident;
  exports dev.baton.operate.override;
  exports dev.baton.operate.statistics;
  exports dev.baton.schedule;
  exports dev.baton.tracing;

  // For authors of stores.
  exports dev.baton.spi;
  exports dev.baton.spi.core;
  exports dev.baton.spi.incident;
  exports dev.baton.spi.mail;
  exports dev.baton.task.rule;

  // For Baton's own modules.
  exports dev.baton.handler.internal to
      dev.baton.jdbc,
      dev.baton.kafka,
      dev.baton.management,
      dev.baton.quarkus,
      dev.baton.spring,
      dev.baton.tck,
      dev.baton.test;
  exports dev.baton.operate.internal to
      dev.baton.management;
  exports dev.baton.host to
      dev.baton.quarkus,
      dev.baton.spring,
      dev.baton.spring3;

  provides dev.baton.api.codec.PayloadCodec with
      dev.baton.json.JacksonCodec,
      dev.baton.json.Jackson2Codec;
}
