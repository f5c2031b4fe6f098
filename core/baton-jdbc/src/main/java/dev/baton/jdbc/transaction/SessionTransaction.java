package dev.baton.jdbc.transaction;

import dev.baton.api.Transaction;
import org.jspecify.annotations.Nullable;

/** A transaction whose end is in the hands of one who asks before the commit if it is whole. */
public interface SessionTransaction extends Transaction {
  /** The session it runs in; null where a coordinator knows what becomes of it. */
  @Nullable ServerSession session();
}
