/** The API to define task types, add tasks, wait for their results, and send signals. */
@SuppressWarnings("module") // the modules named in qualified exports are compiled later
module dev.baton.api {
  requires transitive org.jspecify;
  requires org.slf4j;

  exports dev.baton.api;
  exports dev.baton.api.codec;
  exports dev.baton.api.error;
  exports dev.baton.task;

  // For authors of stores.
  exports dev.baton.task.row;

  // For Baton's own modules.
  exports dev.baton.api.internal to
      dev.baton.cassandra,
      dev.baton.core,
      dev.baton.jdbc,
      dev.baton.kafka,
      dev.baton.management,
      dev.baton.move,
      dev.baton.spring,
      dev.baton.test;
  exports dev.baton.task.internal to
      dev.baton.cassandra,
      dev.baton.cli,
      dev.baton.core,
      dev.baton.jdbc,
      dev.baton.jta,
      dev.baton.kafka,
      dev.baton.management,
      dev.baton.mcp,
      dev.baton.move,
      dev.baton.quarkus,
      dev.baton.spring,
      dev.baton.tck,
      dev.baton.test,
      dev.baton.zookeeper;

  uses dev.baton.api.codec.PayloadCodec;
}
