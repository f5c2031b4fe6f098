package dev.baton.tck.contract.operate;

import dev.baton.tck.contract.label.LabelContract;

/**
 * What a store for operators must do, whatever else its database can. Extend it, say how to make
 * the store, and run it.
 */
public interface CoreOperationsContract
    extends SearchContract, AttemptsContract, AuditContract, SurveyContract, LabelContract {}
