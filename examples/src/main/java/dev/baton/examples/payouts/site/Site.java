package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.PayoutInput;

/** The place of the payouts, their tasks and the books. Used by one thread. */
public interface Site {
  /** Returns a name to show, without secrets. */
  String name();

  /** Resumes the open run of this input, or begins one. */
  Run open(PayoutInput input) throws Exception;

  /** Starts this process's node. Call {@link #open} first. */
  PayoutNode start();

  /** Returns the plan for the nodes in other processes. */
  NodePlan plan();

  /** Returns the counts of the run. Call {@link #open} first. */
  Tally tally();
}
