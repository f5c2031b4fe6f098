/**
 * What a store keeps of incidents: which trouble there is, and what people were told of it. A seam
 * of its own beside the tasks.
 */
@NullMarked
package dev.baton.spi.incident;

import org.jspecify.annotations.NullMarked;
