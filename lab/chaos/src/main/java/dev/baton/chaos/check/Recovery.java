package dev.baton.chaos.check;

import dev.baton.chaos.fault.FaultKind;

/**
 * How long one fault was felt.
 *
 * @param millis until probes were quick again and every task it met had ended
 * @param lapsed leases that lapsed from its begin to its end
 * @param recovered whether that came to pass within patience
 */
public record Recovery(FaultKind kind, long millis, int lapsed, boolean recovered) {}
