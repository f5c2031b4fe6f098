package dev.baton.jdbc.transaction.internal;

import dev.baton.api.Transaction;
import org.jspecify.annotations.Nullable;

/** A transaction that checks its session before its commit. */
public interface SessionTransaction extends Transaction {
  /** Returns its session; null if a coordinator knows the transaction's outcome. */
  @Nullable ServerSession session();
}
