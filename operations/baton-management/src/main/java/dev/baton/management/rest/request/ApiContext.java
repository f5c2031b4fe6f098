package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Redaction;
import java.util.function.LongSupplier;

/**
 * What all routes work on.
 *
 * @param prefix what the interface is mounted at, without the host's context path
 * @param version of Baton
 * @param nanoTime by which a bulk ends
 */
public record ApiContext(
    Baton baton, Redaction redaction, String prefix, String version, LongSupplier nanoTime) {}
