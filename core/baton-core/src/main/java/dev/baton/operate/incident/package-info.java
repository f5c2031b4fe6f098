/** Incidents that Baton reports to people, and where it sends them. */
@NullMarked
package dev.baton.operate.incident;

import org.jspecify.annotations.NullMarked;
