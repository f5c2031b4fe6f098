package dev.baton.tck.contract.operate;

import dev.baton.tck.contract.label.LabelContract;

/**
 * The contract of every operations store, whatever else its database supports. To run it, extend it
 * and create your store in it.
 */
public interface CoreOperationsContract
    extends SearchContract, AttemptsContract, AuditContract, SurveyContract, LabelContract {}
