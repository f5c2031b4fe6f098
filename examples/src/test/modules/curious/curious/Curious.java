package curious;

import dev.baton.api.internal.RequestFields;
import dev.baton.engine.Node;
import dev.baton.handler.internal.Definition;
import dev.baton.jdbc.sql.Statements;

/** Reaches for what is Baton's own. */
final class Curious {
  RequestFields fields;
  Node node;
  Definition definition;
  Statements statements;
}
