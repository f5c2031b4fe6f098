package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import org.jspecify.annotations.Nullable;

/** A flow or a definition as the order sees it: by its head, unless that is refused. */
abstract class Headed {
  /** Refused at this priority and all less urgent ones; none while negative. */
  int refusedFrom = -1;

  /** Where it plays in its {@link Tournament}; nowhere while negative. */
  int seat = -1;

  /** Its first candidate. */
  abstract @Nullable Candidate head();

  /** The rank of its head; only where there is one. */
  abstract long headRank();

  /** Whether its head may be offered a slot, as far as refusals of itself go. */
  final boolean isOpen() {
    Candidate head = head();
    return head != null && (refusedFrom < 0 || head.priority() < refusedFrom);
  }
}
