package dev.baton.tck.contract.waits;

/**
 * What every store with waits must do for tasks that wait for others, however much later the end of
 * one is heard by another.
 */
public interface CoreWaitContract
    extends WaitAddContract, WaitReleaseContract, WaitHoldContract, WaitAgainContract {}
