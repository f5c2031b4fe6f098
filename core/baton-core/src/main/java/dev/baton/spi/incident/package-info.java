/** Storage of incidents: the current trouble, and the notices that were sent about it. */
@NullMarked
package dev.baton.spi.incident;

import org.jspecify.annotations.NullMarked;
