package dev.baton.tck.contract.waits;

/**
 * The contract of every store with waits, for tasks that wait for others. The store may settle the
 * end of a task at any later time.
 */
public interface CoreWaitContract
    extends WaitAddContract, WaitReleaseContract, WaitHoldContract, WaitAgainContract {}
