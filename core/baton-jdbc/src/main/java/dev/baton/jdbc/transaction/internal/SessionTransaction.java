package dev.baton.jdbc.transaction.internal;

import dev.baton.api.Transaction;
import org.jspecify.annotations.Nullable;

/** A transaction that checks its server session before it commits. */
public interface SessionTransaction extends Transaction {
  /** Returns the session; null if a transaction coordinator decides about the commit. */
  @Nullable ServerSession session();
}
