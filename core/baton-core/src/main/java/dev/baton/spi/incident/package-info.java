/** Storage of incidents: the current problems, and the notices that were sent about them. */
@NullMarked
package dev.baton.spi.incident;

import org.jspecify.annotations.NullMarked;
