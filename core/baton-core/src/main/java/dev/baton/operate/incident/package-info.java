/** Incidents, which Baton reports to alerting services, and the sinks that deliver them. */
@NullMarked
package dev.baton.operate.incident;

import org.jspecify.annotations.NullMarked;
