/** Waiting for a callback that may never come, and asking meanwhile: both race on one task. */
@NullMarked
package dev.baton.examples.documents;

import org.jspecify.annotations.NullMarked;
