/**
 * OpenTelemetry tracing: the attempt that runs a task continues the trace of the caller that added
 * it, on any node and at any later time. Needs opentelemetry-api on the class path.
 */
@NullMarked
package dev.baton.tracing;

import org.jspecify.annotations.NullMarked;
