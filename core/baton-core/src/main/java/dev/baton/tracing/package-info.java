/**
 * OpenTelemetry: the trace of the caller that adds a task goes on in the attempt that runs it, on
 * whichever node and however much later. Needs opentelemetry-api on the class path.
 */
@NullMarked
package dev.baton.tracing;

import org.jspecify.annotations.NullMarked;
