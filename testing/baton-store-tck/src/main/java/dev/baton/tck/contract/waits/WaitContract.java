package dev.baton.tck.contract.waits;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The contract of every task store for tasks that wait for others. To run it, extend it and create
 * your stores in it.
 *
 * <p>Its tests are in the interfaces it inherits, one for each subject.
 */
public abstract class WaitContract
    implements CoreWaitContract,
        WaitForEndsContract,
        WaitInTransactionContract,
        WaitChangeContract,
        WaitRaceContract {
  private final List<Candidate> released = Collections.synchronizedList(new ArrayList<>());
  private boolean listens;

  @Override
  public final List<Candidate> emitted() {
    return List.copyOf(released);
  }

  @Override
  public final synchronized void listen() {
    if (!listens) {
      store().onReleased(released::addAll);
      listens = true;
    }
  }
}
