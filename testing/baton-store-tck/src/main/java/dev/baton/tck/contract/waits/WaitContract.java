package dev.baton.tck.contract.waits;

import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The contract of every task store for tasks that wait for others. To run the contract, extend this
 * type and return your stores from it.
 *
 * <p>The tests are in the inherited interfaces, one for each subject.
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
