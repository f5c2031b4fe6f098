package dev.baton.chaos;

/**
 * How long one fault was felt.
 *
 * @param millis until probes were quick again and every task it met had ended
 * @param recovered whether that came to pass within patience
 */
record Recovery(FaultKind kind, long millis, boolean recovered) {}
