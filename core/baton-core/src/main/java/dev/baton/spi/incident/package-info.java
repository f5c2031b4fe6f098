/**
 * Storage of incidents: the current trouble, and the notices that were sent about it. It is a
 * separate interface next to the store of tasks.
 */
@NullMarked
package dev.baton.spi.incident;

import org.jspecify.annotations.NullMarked;
