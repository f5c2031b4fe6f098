package curious;

import dev.baton.api.internal.RequestFields;
import dev.baton.engine.Node;
import dev.baton.handler.internal.Definition;
import dev.baton.jdbc.sql.Statements;

/** Uses an internal class of Baton, which the compiler must refuse. */
final class Curious {
  RequestFields fields;
  Node node;
  Definition definition;
  Statements statements;
}
