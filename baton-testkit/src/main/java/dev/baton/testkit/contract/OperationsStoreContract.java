package dev.baton.testkit.contract;

/** What every store for operators must do. */
public abstract class OperationsStoreContract implements SearchContract {}
