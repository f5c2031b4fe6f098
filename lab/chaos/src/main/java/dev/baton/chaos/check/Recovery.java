package dev.baton.chaos.check;

import dev.baton.chaos.fault.FaultKind;

/**
 * The recovery from one fault.
 *
 * @param millis time until probes were quick again and every task that the fault affected had ended
 * @param lapsed leases that expired between its begin and its end
 * @param recovered whether the run recovered within the time limit
 */
public record Recovery(FaultKind kind, long millis, int lapsed, boolean recovered) {}
