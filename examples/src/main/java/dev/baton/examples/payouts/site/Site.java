package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.PayoutInput;

/** Where the payouts, their tasks and the books are. Used by one thread. */
public interface Site {
  /** For people, without secrets. */
  String name();

  /** Resumes the open run of this input, or begins one. */
  Run open(PayoutInput input) throws Exception;

  /** Starts this process's node; after {@link #open}. */
  PayoutNode start();

  /** What the nodes of other processes need to know. */
  NodePlan plan();

  /** What this process counts with; after {@link #open}. */
  Tally tally();
}
