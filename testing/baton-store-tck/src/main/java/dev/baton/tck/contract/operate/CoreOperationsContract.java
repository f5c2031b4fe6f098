package dev.baton.tck.contract.operate;

import dev.baton.tck.contract.label.LabelContract;

/**
 * The contract of every operations store, whatever else its database supports. To run the contract,
 * extend this type and return your store from it.
 */
public interface CoreOperationsContract
    extends SearchContract, AttemptsContract, AuditContract, SurveyContract, LabelContract {}
