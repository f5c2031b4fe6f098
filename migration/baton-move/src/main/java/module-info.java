/** Takes tasks over from other libraries. */
module dev.baton.move {
  requires transitive dev.baton.jdbc;
  requires tools.jackson.databind;

  exports dev.baton.move;
}
