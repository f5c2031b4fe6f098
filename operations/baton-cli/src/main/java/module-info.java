/** The operators' command line. */
module dev.baton.cli {
  requires com.zaxxer.hikari;
  requires dev.baton.jdbc;
  requires dev.baton.management;
  requires dev.baton.move;
  requires info.picocli;
  requires java.net.http;
  requires tools.jackson.databind;

  exports dev.baton.cli;

  // picocli sets the fields of commands.
  opens dev.baton.cli to
      info.picocli;
  opens dev.baton.cli.text to
      info.picocli;

  uses dev.baton.move.Mapping;
}
