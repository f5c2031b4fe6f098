/** Support for tests of applications that use Baton. */
module dev.baton.test {
  requires transitive dev.baton.core;
  requires transitive org.junit.jupiter.api;
  requires dev.baton.tck;
  requires java.sql;
  requires org.slf4j;
  requires static org.assertj.core;

  exports dev.baton.test;
}
