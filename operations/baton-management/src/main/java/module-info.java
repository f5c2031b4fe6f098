/** The REST API and page for operators. */
@SuppressWarnings("module") // dev.baton.mcp is compiled later
module dev.baton.management {
  requires transitive dev.baton.core;
  requires java.net.http;
  requires jdk.httpserver;
  requires jdk.management;
  requires org.slf4j;
  requires tools.jackson.databind;

  exports dev.baton.management;
  exports dev.baton.management.access;
  exports dev.baton.management.http;
  exports dev.baton.management.incidents;
  exports dev.baton.management.rest to
      dev.baton.mcp;
  exports dev.baton.management.rest.request to
      dev.baton.mcp;
}
